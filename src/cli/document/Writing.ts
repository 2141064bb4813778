import type * as O from 'fp-ts/Option';
import type { Place } from '../../index';
import type { Resumption } from '../endings/endings';
import type { Formatter } from '../formats/Format';
import type { FormatFlags } from '../formats/formats';
import type { Output } from '../outputs/Output';
import type { FileFlags } from '../outputs/target';
import type { SourceFlags } from '../source/openSource';
import type { MarkFlags } from '../walk/marking';
import type { ProgressFlags, Tally } from '../walk/progress';
import type { ClientFlags } from '../walk/walks';
import type { Keys } from './Keys';

export interface StreamFlags
  extends SourceFlags, FormatFlags, ProgressFlags, ClientFlags, FileFlags, MarkFlags {
  readonly limit?: number;
  /** The property that tells objects apart. */
  readonly key?: string;
  /** Whether locks of runs that cannot be seen from here are taken away. */
  readonly breakLock?: boolean;
}

/** The flags as they are written: `--resume` may come without a file. */
export type GivenFlags = Omit<StreamFlags, 'resume'> & { readonly resume?: string | true };

/** Why options of a document cannot be used together. */
export const misusedOptions = (flags: GivenFlags): string | undefined => {
  const { key, resume, format, escapeFormulas, fields, out, mark, ceiling, limit, breakLock } =
    flags;
  if (mark === undefined && ceiling !== undefined) return '--ceiling goes with --mark';
  if (mark !== undefined && (resume === undefined || out === undefined)) {
    return '--mark needs --out FILE and --resume: the mark is kept beside the file that it belongs to';
  }
  if (mark !== undefined && limit !== undefined)
    return '--mark and --limit cannot be used together: what is cut off would never come';
  if (mark !== undefined && key !== undefined) {
    return '--mark and --key cannot be used together: an item that has changed comes again under its key';
  }
  if (mark !== undefined && format === 'json')
    return '--mark adds to the file: use --format ndjson or csv';
  if (escapeFormulas === true && format !== 'csv')
    return '--escape-formulas works only with --format csv';
  if (fields !== undefined && key !== undefined && !Object.hasOwn(fields, key))
    return '--fields needs the NAME of --key';
  if (resume !== undefined && out === undefined) {
    return '--resume needs --out: a walk can only be continued where its objects are in a file';
  }
  return breakLock === true && resume === undefined ? '--break-lock goes with --resume' : undefined;
};

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
export const isRestarted = ({ place }: Readonly<Course>): boolean =>
  place !== undefined && place.round > 1;

export interface Writing {
  readonly output: Output;
  readonly formatter: Formatter;
  readonly tally: Tally;
  readonly course: Course;
  readonly keys: O.Option<Keys>;
  /** Drops what this walk has written, before it writes everything again. */
  readonly beginAgain?: () => void;
  readonly resumption: O.Option<Resumption>;
}

/** The result of opening a document: it must be written, or an earlier run has written all of it. */
export type Opened =
  | { readonly _tag: 'Writing'; readonly writing: Writing }
  | { readonly _tag: 'Written'; readonly text: string; readonly doubt: string };
