import { counted, grouped } from '../counted';
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

/** The progress line, without anything that moves a cursor. */
export const progressText = ({ objects, pages, retries }: Tally, ms: number): string =>
  [
    counted(objects, 'object'),
    counted(pages, 'page'),
    `${rate(objects, ms)} objects/s`,
    duration(ms),
    retried(retries),
  ].join(' · ');

/** What is said at the end of a walk that came to its end. */
export const summaryText = ({ objects, pages, retries }: Tally, ms: number): string =>
  `${counted(objects, 'object')} in ${counted(pages, 'page')}, ${duration(ms)}, ${rate(objects, ms)} objects/s, ${retried(retries)}`;

/** How far a walk came that was stopped on the way. */
export const reachedText = ({ objects, pages }: Tally): string =>
  `${counted(objects, 'object')} in ${counted(pages, 'page')}`;
