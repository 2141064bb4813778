import { EMPTY } from 'rxjs';
import type { ServiceConnection } from './connect';
import { say } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import {
  isProgressShown,
  type ProgressFlags,
  progressLine,
  progressText,
  type Tally,
} from '../terminal/progress';
import { type ClientFlags, clientOf } from './client';

/** A client whose walk is counted and drawn while it runs. What is said meanwhile goes above the line that is drawn. */
export const followed = (
  source: ServiceConnection,
  flags: ClientFlags & ProgressFlags,
  tally: Tally,
  io: Io,
) => {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const { client, note, waiting } = clientOf(source, flags);
  const { drawn, erase } = progressLine(io.stderr, () => progressText(tally, elapsed(), waiting()));
  const tell = (text: string): void => {
    erase();
    say(io, text);
  };
  const isDrawn = isProgressShown(flags, io);
  let rate = Infinity;
  const tellRate = (perMinute: number): void => {
    const requests = `${Math.round(perMinute)} requests a minute`;
    tell(
      perMinute < rate
        ? `the service refuses too many requests: ${requests} from now on, and slowly more again`
        : `${requests} again`,
    );
    rate = perMinute;
  };
  const counting = client.events.subscribe((event) => {
    const wait = note(event);
    if (wait !== '' && !isDrawn && flags.quiet !== true) tell(wait);
    if (event.type === 'retry') tally.retries += 1;
    if (event.type === 'slowed' && flags.quiet !== true) tellRate(event.perMinute);
    if (event.type === 'restart') tally.restarts += 1;
  });
  counting.add((isDrawn ? drawn : EMPTY).subscribe());
  return { client, elapsed, erase, tell, following: counting };
};
