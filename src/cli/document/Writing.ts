import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { concat, defer, from, ignoreElements, map, type Observable, of } from 'rxjs';
import type { InvalidObject, Key, Place, Places, Version } from '../../index';
import type { AnyRecord, Formatter } from '../formats/Format';
import { type FormatFlags, formatOf } from '../formats/formats';
import { fileOutput, type Output, writableOutput } from '../outputs/Output';
import { clashOf, namesOf, secretFiles } from '../outputs/target';
import type { SourceFlags } from '../source/openSource';
import type { Checked } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { type ChangeKind, newTally, type ProgressFlags, type Tally } from '../walk/progress';
import type { ClientFlags } from '../walk/walks';
import { createKeys, type Keys } from './Keys';

export interface StreamFlags extends SourceFlags, FormatFlags, ProgressFlags, ClientFlags {
  readonly limit?: number;
  readonly resume?: string;
  /** The file of what is known, to tell changes. */
  readonly changes?: string;
  readonly events?: string;
  /** The property that tells objects apart. */
  readonly key?: string;
}

/** How far the walk that is under way has come. It changes with every page. */
export interface Course {
  /** Where it continues; undefined before any page has come. */
  place: Place | undefined;
  /** Invalid objects in the pages of this round. */
  invalid: number;
  /** Objects in those pages that were left out because another one has their key. */
  omitted: number;
}

export const courseFrom = (place?: Place): Course => ({ place, invalid: 0, omitted: 0 });

/** Whether the walk has begun again: what was written comes a second time. */
export const isRestarted = ({ place }: Readonly<Course>): boolean => place !== undefined && place.round > 1;

/**
 * The places of the one walk that a document is written by: where it begins, and what keeps its place once a page is
 * written. No run can supersede it, because the document is locked.
 */
export const documentPlaces = (
  start: Place | undefined,
  save: (place: Place) => Observable<unknown>,
): Places<void> => ({
  claim: (id) => of({ id, epoch: 1, place: O.fromNullable(start) }),
  keep: (_claim, place, work) =>
    concat(defer(() => from(work())).pipe(ignoreElements()), save(place)).pipe(map(() => E.right(undefined))),
});

/** Those of a document that no later run continues with: nothing is kept. */
export const unkept: Places<void> = documentPlaces(undefined, () => of(undefined));

/** Where a later run can continue, in words for people. */
interface Resumption {
  readonly file: string;
  readonly part: string;
  /** After how many pages of the walk the bookmark on the disk continues. */
  readonly pages: () => number;
}

export interface ChangeLine {
  readonly kind: ChangeKind;
  readonly record: AnyRecord;
}

/** Compares the objects of a walk with what was known, and knows what they are now. */
export interface ChangeBook {
  /** Takes note of an object: the line is missing where it has not changed; none without a key. */
  readonly note: (record: AnyRecord) => O.Option<ChangeLine | undefined>;
  /** Takes note of an object that cannot be read or written. It may be any of those that are known. */
  readonly miss: (object: InvalidObject) => void;
  /** Takes note that the walk is over: the objects that it did not bring are gone, unless it missed one. */
  readonly removals: () => Iterable<ChangeLine>;
  readonly versions: ReadonlyMap<Key, Version>;
}

/** The changes that are written instead of objects, and the file that keeps what is known. */
export interface Changes {
  readonly book: ChangeBook;
  readonly file: string;
  /** Keeps what is known by now; a Left says why it could not be. */
  readonly keep: () => Promise<E.Either<string, string>>;
}

export interface Writing {
  readonly output: Output;
  readonly formatter: Formatter;
  readonly tally: Tally;
  readonly course: Course;
  readonly places: Places<void>;
  readonly keys: O.Option<Keys>;
  readonly changes?: Changes;
  readonly resumption: O.Option<Resumption>;
  /** Lets go of what no other run may touch meanwhile. */
  readonly release: () => void;
}

/** The result of opening a document: it must be written, or an earlier run has written all of it. */
export type Opened =
  | { readonly _tag: 'Writing'; readonly writing: Writing }
  | { readonly _tag: 'Written'; readonly text: string; readonly doubt: string };

const openOutput = async (
  { out, ...flags }: StreamFlags,
  { stdout, objects = stdout }: Pick<Io, 'stdout' | 'objects'>,
): Promise<Checked<Output>> => {
  if (out === undefined) return E.right(writableOutput(objects));
  const clash = clashOf([['the file of --out', await namesOf(out)], ...(await secretFiles(flags))]);
  return O.isSome(clash) ? E.left(clash.value) : fileOutput(out);
};

/** Opens a document that is written from its beginning to its end by this run, or not at all. */
export const openWriting = async (flags: StreamFlags, io: Pick<Io, 'stdout' | 'objects'>): Promise<Checked<Opened>> =>
  pipe(
    await openOutput(flags, io),
    E.map((output) => ({
      _tag: 'Writing',
      writing: {
        output,
        formatter: formatOf(flags).begin(),
        tally: newTally(),
        course: courseFrom(),
        places: unkept,
        keys: pipe(
          O.fromNullable(flags.key),
          O.map((name) => createKeys(name, formatOf(flags))),
        ),
        resumption: O.none,
        release: () => undefined,
      },
    })),
  );
