import { finalize, tap, timer } from 'rxjs';
import type { InvalidObject } from '../../index';
import { explain } from '../../model/errors/explain';
import { type Io, type Outlet, widthOf } from './Io';
import { counted, durationText, grouped } from './text';

/** How far a walk has come. It is counted in place: the progress line reads it ten times a second. */
export interface Tally {
  pages: number;
  objects: number;
  /** Objects that could not be written because they were invalid. */
  invalid: number;
  /** Requests that were sent again for a page that had been asked for already. */
  retries: number;
  /** How often the walk began again because its page token had expired. */
  restarts: number;
  /** How many objects there are in all, if the service says it. */
  total?: number;
  /** With --mark: what this run asks from. */
  since?: string;
  /** Objects, of those that were written, that an earlier run has written. */
  earlier: number;
}

type Earlier = Readonly<Partial<Pick<Tally, 'pages' | 'objects' | 'invalid'>>>;

export const newTally = ({ pages = 0, objects = 0, invalid = 0 }: Earlier = {}): Tally => ({
  pages,
  objects,
  invalid,
  retries: 0,
  restarts: 0,
  earlier: objects,
});

/** What a walk did by itself to get on. A restart is shown only if there was one, because it is rare. */
const efforts = ({ retries, restarts, since }: Tally): ReadonlyArray<string> => [
  retries === 1 ? '1 retry' : `${grouped(retries)} retries`,
  ...(restarts > 0 ? [counted(restarts, 'restart')] : []),
  ...(since === undefined ? [] : [`asked from ${since}`]),
];

/** Neither the first moments of a walk nor objects that an earlier run has written say anything about its speed. */
const rateOf = ({ objects, earlier }: Tally, ms: number): string =>
  `${ms < 1 ? '–' : grouped(Math.round(((objects - earlier) * 1000) / ms))} objects/s`;

/** The progress line, without anything that moves a cursor. */
export const progressText = (tally: Tally, ms: number, waiting = ''): string => {
  const { objects, invalid, earlier, total = 0 } = tally;
  const came = objects + invalid;
  // A total that is smaller than what has come is wrong.
  const isTotal = total >= Math.max(1, came);
  // If the rest comes as fast as what has come; the first second says nothing about that.
  const isForeseen = isTotal && ms >= 1000 && objects > earlier;
  return [
    isTotal ? `${grouped(objects)} of ${counted(total, 'object')}` : counted(objects, 'object'),
    counted(tally.pages, 'page'),
    rateOf(tally, ms),
    durationText(ms),
    isForeseen ? `${durationText(((total - came) * ms) / (objects - earlier))} left` : '',
    ...efforts(tally),
    waiting,
  ]
    .filter((text) => text !== '')
    .join(' · ');
};

export const reachedText = ({ objects, pages }: Pick<Tally, 'objects' | 'pages'>): string =>
  `${counted(objects, 'object')} in ${counted(pages, 'page')}`;

/** What is said at the end of a walk that came to its end. */
export const summaryText = (
  tally: Tally,
  ms: number,
  ...beside: ReadonlyArray<string | undefined>
): string => {
  const earlier = tally.earlier > 0 ? ` (${grouped(tally.earlier)} of them earlier)` : '';
  const reached = `${counted(tally.objects, 'object')}${earlier} in ${counted(tally.pages, 'page')}`;
  return [reached, durationText(ms), rateOf(tally, ms), ...efforts(tally), ...beside]
    .filter((text) => text !== undefined)
    .join(', ');
};

/** A walk that takes less time than this needs no line. */
const patience = 500;
const interval = 100;

/** What a terminal adds to the line when somebody interrupts, `^C`, and the cursor behind it. */
const spared = 3;

/** A line that wraps could not be erased. */
const fittedTo = (text: string, columns: number): string => {
  const room = Math.max(0, columns - spared);
  return text.length <= room
    ? text
    : `${text.slice(0, Math.max(0, room - 1))}${room > 0 ? '…' : ''}`;
};

/** The line that says how far the work has come: `drawn` draws it while it is subscribed, `erase` makes room for other text. */
export const progressLine = (terminal: Outlet, text: () => string) => {
  let isDrawn = false;
  const draw = (): void => {
    terminal.write(`\r${fittedTo(text(), widthOf(terminal))}\x1b[K`);
    isDrawn = true;
  };
  const erase = (): void => {
    if (isDrawn) terminal.write('\r\x1b[K');
    isDrawn = false;
  };
  return { drawn: timer(patience, interval).pipe(tap(draw), finalize(erase)), erase };
};

export interface ProgressFlags {
  readonly quiet?: boolean;
  readonly progress?: boolean;
  readonly out?: string;
}

/** Where standard output is a pipe, what reads it may write to the same terminal: the line would stick to its text. */
export const isProgressShown = (
  { quiet, progress, out }: ProgressFlags,
  io: Pick<Io, 'stderr' | 'isPiped'>,
): boolean =>
  io.stderr.isTTY === true &&
  quiet !== true &&
  (progress === true || out !== undefined || io.isPiped !== true);

const maxTold = 10;

/** Tells about objects that could not be read, without flooding the terminal when none of a million can. */
export const invalidObjects = (say: (line: string) => void) => {
  let noted = 0;
  return {
    note: (object: InvalidObject): void => {
      noted += 1;
      if (noted <= maxTold) say(explain(object));
      if (noted === maxTold) say('further invalid objects are counted only');
    },
    /** How many there were in the end, those of earlier runs included. */
    total: (count: number): ReadonlyArray<string> =>
      count === 0
        ? []
        : [`${counted(count, 'object')} ${count === 1 ? 'was' : 'were'} invalid and left out`],
  };
};
