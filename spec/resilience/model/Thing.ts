import * as t from 'io-ts';
import type { Item } from './serve';

/** What the consumer knows of an object. */
export const Thing = t.type({ id: t.number, version: t.number });

export type Thing = t.TypeOf<typeof Thing>;

/** The properties of an item as they travel; those of a bad one have a version that the codec refuses. */
export const propertiesOf = ({ id, version, isGood }: Item) => ({ id, version: isGood ? version : String(version) });
