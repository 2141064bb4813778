import type * as E from 'fp-ts/Either';
import type * as O from 'fp-ts/Option';
import type { Places } from '../../index';
import type { ChangeBook } from '../changes/changeBook';
import type { Formatter } from '../formats/Format';
import type { Output } from '../outputs/Output';
import type { Course } from './Course';
import type { Keys } from './Keys';
import type { Tally } from './Tally';

/** Where a later run can go on, in the words that people are told it with. */
export interface Resumption {
  readonly file: string;
  readonly part: string;
  /** After how many pages of the walk the bookmark on the disk goes on. */
  readonly pages: () => number;
}

/** The changes that are told instead of objects, and the file that keeps what is known. */
export interface Changes {
  readonly book: ChangeBook;
  readonly file: string;
  /** Keeps what is known by now; a Left says why it could not be. */
  readonly keep: () => E.Either<string, string>;
}

/** A document that is being written, and how far it has come. */
export interface Writing {
  readonly output: Output;
  readonly formatter: Formatter;
  readonly tally: Tally;
  readonly course: Course;
  /** Where the walk begins, and what keeps its place. */
  readonly places: Places<void>;
  readonly keys: O.Option<Keys>;
  readonly changes?: Changes;
  readonly resumption: O.Option<Resumption>;
  /** Lets go of what no other run may touch meanwhile. */
  readonly release: () => void;
}

/** What came of opening a document: it is to be written, or an earlier run has written it all. */
export type Opened =
  | { readonly _tag: 'Writing'; readonly writing: Writing }
  | { readonly _tag: 'Written'; readonly text: string; readonly doubt: string };
