import * as O from 'fp-ts/Option';
import type { Key } from '../../index';
import type { AnyRecord } from './Formatter';

/** The property that tells a record from others; none where it has no such property, or none that can be compared. */
export const keyOf = ({ properties }: AnyRecord, name: string): O.Option<Key> => {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? O.some(value) : O.none;
};
