import * as O from 'fp-ts/Option';
import type { Key, ObjectRecord, UnknownProperties } from '../../index';

/** A record as the command line meets it: its properties are not described. */
export type AnyRecord = ObjectRecord;

/** Why a document cannot hold a page. It ends the walk, and nothing is kept of the page. Names of a service are shown as `show` does. */
export class FormatProblem extends Error {
  constructor(readonly told: (show: (name: string) => string) => string) {
    super('the format cannot hold a page');
  }
}

/** Writes records as one document, one at a time. */
export interface Formatter {
  /** Looks at the records of a page before the first of them is written; throws a `FormatProblem` where it cannot hold them. */
  readonly open: (records: ReadonlyArray<AnyRecord>) => void;
  /** The text of one more record. Throws if it cannot be written, and then nothing is added. */
  readonly add: (record: AnyRecord) => string;
  /** The text that ends the document, so that it can be read also where the walk broke off. */
  readonly end: () => string;
  /** What the format could not hold, one line each; names of a service are shown as `show` does. */
  readonly losses: (show: (name: string) => string) => ReadonlyArray<string>;
  /** What it has to know to continue with the document another time, as JSON can hold it. */
  readonly memory: () => unknown;
}

/** A way to write records. */
export interface Format {
  readonly begin: () => Formatter;
  /** Continues with a document; none where the memory is not one of this format. */
  readonly resume: (memory: unknown) => O.Option<Formatter>;
}

/** The properties of a record by name. An API may list anything: an item that is not an object has a value and no names. */
export const namedProperties = ({
  properties,
}: {
  readonly properties: unknown;
}): UnknownProperties =>
  typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? (properties as UnknownProperties)
    : { value: properties };

/** The property that tells a record from others; none where it has no such property, or none that can be compared. */
export const keyOf = (record: AnyRecord, name: string): O.Option<Key> => {
  const properties = namedProperties(record);
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const isKey = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isKey ? O.some(value as Key) : O.none;
};
