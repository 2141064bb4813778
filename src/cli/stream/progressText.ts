import { counted, grouped } from '../terminal/text';
import type { Tally } from './Tally';

/** Milliseconds as people read them: 80 ms, 1.4 s, 2 min 05 s, 1 h 00 min. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.floor(ms)} ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const padded = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${padded(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${padded(minutes % 60)} min`;
};

/** The first moments of a walk say nothing about its speed. */
const rate = (objects: number, ms: number): string => (ms < 1 ? '–' : grouped(Math.round((objects * 1000) / ms)));

const retried = (retries: number): string => (retries === 1 ? '1 retry' : `${grouped(retries)} retries`);

/** What a walk did by itself to get on. A restart is rare enough to be told only where there was one. */
const efforts = ({ retries, restarts }: Tally): ReadonlyArray<string> => [
  retried(retries),
  ...(restarts > 0 ? [counted(restarts, 'restart')] : []),
];

/** Objects that an earlier run has written say nothing about the speed of this one. */
const rateOf = ({ objects, earlier }: Tally, ms: number): string => `${rate(objects - earlier, ms)} objects/s`;

/** Every object that has come, written or not. */
const cameOf = ({ objects, invalid, omitted }: Tally): number => objects + invalid + omitted;

/** A service that says fewer than have come says nonsense. */
const totalOf = (tally: Tally): number | undefined =>
  tally.total !== undefined && tally.total >= Math.max(1, cameOf(tally)) ? tally.total : undefined;

const reached = (tally: Tally): string => {
  const total = totalOf(tally);
  return total === undefined
    ? counted(tally.objects, 'object')
    : `${grouped(tally.objects)} of ${counted(total, 'object')}`;
};

/** How long the rest takes if it comes as fast as what has come; the first second says nothing about that. */
const timeLeft = (tally: Tally, ms: number): ReadonlyArray<string> => {
  const total = totalOf(tally);
  const written = tally.objects - tally.earlier;
  if (total === undefined || ms < 1000 || written === 0) return [];
  return [`${duration(((total - cameOf(tally)) * ms) / written)} left`];
};

/** The progress line, without anything that moves a cursor. */
export const progressText = (tally: Tally, ms: number, isWaiting = false): string =>
  [
    reached(tally),
    counted(tally.pages, 'page'),
    rateOf(tally, ms),
    duration(ms),
    ...timeLeft(tally, ms),
    ...efforts(tally),
    ...(isWaiting ? ['waiting for the service'] : []),
  ].join(' · ');

/** How far a walk came. */
export const reachedText = ({ objects, pages }: Pick<Tally, 'objects' | 'pages'>): string =>
  `${counted(objects, 'object')} in ${counted(pages, 'page')}`;

/** What is said at the end of a walk that came to its end. */
export const summaryText = (tally: Tally, ms: number): string => {
  const earlier = tally.earlier > 0 ? ` (${grouped(tally.earlier)} of them earlier)` : '';
  return [`${reachedText(tally)}${earlier}`, duration(ms), rateOf(tally, ms), ...efforts(tally)].join(', ');
};
