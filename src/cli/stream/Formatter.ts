import type { ObjectRecord, UnknownProperties } from '../../index';

/** A record as the command line meets it: nobody has described its properties. */
export type AnyRecord = ObjectRecord<UnknownProperties>;

/** Writes records as one document, some at a time, so that no more than a page of it has to be in memory. */
export interface Formatter {
  /** The text of some more records. */
  readonly add: (records: ReadonlyArray<AnyRecord>) => string;
  /** The text that ends the document, so that it can be read also where the walk broke off. */
  readonly end: () => string;
  /** What the format could not hold, each a line of its own. */
  readonly losses: () => ReadonlyArray<string>;
}

/** The formats by the name that `--format` knows them by. */
export type FormatName = 'ndjson' | 'json' | 'csv';
