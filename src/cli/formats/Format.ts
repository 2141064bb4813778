import { isFields } from '../../model/json/Fields';
import * as O from 'fp-ts/Option';
import type { Key, UnknownProperties } from '../../index';
import type { Source } from '../../model/paging/sources';

/** Why a document cannot hold a page. It ends the walk, and nothing is kept of the page. Names of a service are shown as `show` does. */
export class FormatProblem extends Error {
  constructor(readonly told: (show: (name: string) => string) => string) {
    super('the format cannot hold a page');
  }
}

/** Writes items as one document, one at a time. */
export interface Formatter {
  /** Looks at the items of a page before the first of them is written; throws a `FormatProblem` where it cannot hold them. */
  readonly open: (items: ReadonlyArray<unknown>) => void;
  /** The text of one more item. Throws if it cannot be written, and then nothing is added. */
  readonly add: (item: unknown) => string;
  /** The text that ends the document, so that it can be read also where the walk broke off. */
  readonly end: () => string;
  /** What the format could not hold, one line each; names of a service are shown as `show` does. */
  readonly losses: (show: (name: string) => string) => ReadonlyArray<string>;
  /** What it has to know to continue with the document another time, as JSON can hold it. */
  readonly memory: () => unknown;
}

/** A way to write items. */
export interface Format {
  readonly begin: () => Formatter;
  /** Continues with a document; none where the memory is not one of this format. */
  readonly resume: (memory: unknown) => O.Option<Formatter>;
}

/** What csv, `--fields`, `--key` and a codec look at of an item, and the names of what is beside it. */
export interface ItemView {
  readonly inside: (item: unknown) => unknown;
  readonly beside: (item: unknown) => ReadonlyArray<string>;
}

const whole: ItemView = { inside: (item) => item, beside: () => [] };

const ofRecord: ItemView = {
  inside: (item) => (Object(item) as { readonly properties?: unknown }).properties,
  beside: (item) => Object.keys(Object(item) as object).filter((name) => name !== 'properties'),
};

/** An item is looked at as a whole, or where it is a record of the conventions, its properties are. */
export const itemView = ({ isWhole = false }: { readonly isWhole?: boolean }): ItemView =>
  isWhole ? whole : ofRecord;

/** The properties of a value by name. An API may list anything: an item that is not an object has a value and no names. */
export const namedIn = (value: unknown): UnknownProperties => (isFields(value) ? value : { value });

/** What a source finds in an item. */
export const foundIn = (item: unknown, { read }: Source): unknown =>
  read({ body: item, headers: {}, status: 200, request: { url: '' } });

/** The property that tells an item from others; none where it has no such property, or none that can be compared. */
export const keyIn = (value: unknown, name: string): O.Option<Key> => {
  const properties = namedIn(value);
  const key = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const isKey = ['string', 'number', 'bigint', 'boolean'].includes(typeof key);
  return isKey ? O.some(key as Key) : O.none;
};
