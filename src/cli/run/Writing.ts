import type * as O from 'fp-ts/Option';
import type { Place } from '../../index';
import type { Resumption } from '../endings/endings';
import type { Formatter } from '../formats/Format';
import type { FormatFlags } from '../formats/formats';
import type { Flags } from '../options/Option';
import type { listOptions, outputOptions } from '../options/tables';
import type { Output } from '../sinks/Output';
import type { ConnectionFlags } from '../connection/connect';
import type { ProgressFlags, Tally } from '../terminal/progress';
import type { ClientFlags } from '../connection/client';
import type { Keys } from './Keys';

/** The options of what writes the items of a walk, once the name of the file of `--resume` is known. */
export type StreamFlags = ConnectionFlags &
  ProgressFlags &
  ClientFlags &
  FormatFlags &
  Pick<Flags<typeof outputOptions>, 'limit' | 'out' | 'key' | 'breakLock' | 'events'> &
  Pick<Flags<typeof listOptions>, 'mark'> & { readonly resume?: string };

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
