import { firstValueFrom, ReplaySubject, type Subscription } from 'rxjs';
import { axiosTransport } from '../../../src/index';
import { handlesOf, orTypeError } from '../../../src/service/core/Service';
import { readOptions } from '../../../src/service/core/readOptions';
import { createWorld } from '../../../src/service/core/World';
import { openServer } from '../../../src/service/http/openServer';
import type { Clock } from '../../../src/service/http/serveRequest';
import type { ServedRequest } from '../../../src/service/index';
import type { DoorOptions, Result, Script, Transcript } from './Script';
import { seenOf } from './seenOf';
import { shortly } from './shortly';

interface Held {
  readonly due: number;
  readonly release: () => void;
}

/** A clock that stands still unless somebody waits for it. */
class ScriptedClock implements Clock {
  time = 0;
  /** Whether a pause is held until `advance` comes to its end, or moves the time itself. */
  holds = false;
  readonly held: Array<Held> = [];

  readonly now = (): number => this.time;

  readonly pause = (ms: number, signal: AbortSignal): Promise<void> => {
    const due = this.time + ms;
    if (!this.holds) {
      this.time = due;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.held.push({ due, release: resolve });
      signal.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
    });
  };

  advance(ms: number): void {
    this.time += ms;
    for (const { due, release } of this.held) if (due <= this.time) release();
  }
}

/** Resolves when a condition holds; mocha's timeout is for the case that it never does. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
};

interface Begun {
  readonly result: ReplaySubject<Result>;
  readonly sent: Subscription;
  readonly pause: Held | undefined;
}

/** Runs a script over HTTP, against what `startService` starts, but with a clock that can be moved. */
export const throughHttp = async (options: DoorOptions, script: Script): Promise<Transcript> => {
  const { timeout = 60_000, ...others } = options;
  const results: Array<Result> = [];
  const served: Array<ServedRequest> = [];
  const clock = new ScriptedClock();
  const onRequest = (request: ServedRequest): void => void served.push(request);
  const world = createWorld(orTypeError('throughHttp', readOptions({ ...others, onRequest })));
  const { url, close } = await openServer(world, clock);
  const transport = axiosTransport({ baseURL: url, timeout: 60_000 });
  // For what is meant to be late alone: everything else comes on any machine.
  const hasty = axiosTransport({ baseURL: url, timeout });
  const begun: Array<Begun> = [];
  try {
    const acts = script(handlesOf(world));
    let heard: Result | undefined;
    for (;;) {
      const { value, done } = acts.next(heard);
      heard = undefined;
      if (done === true) break;
      if ('ask' in value) {
        heard = await firstValueFrom(transport(value.ask));
      } else if ('askLate' in value) {
        clock.holds = true;
        heard = await firstValueFrom(hasty(value.askLate));
        clock.holds = false;
        clock.advance(timeout);
      } else if ('wait' in value) {
        clock.advance(value.wait);
      } else if ('begin' in value) {
        clock.holds = true;
        const count = clock.held.length;
        const result = new ReplaySubject<Result>();
        const sent = transport(value.begin).subscribe(result);
        await until(() => clock.held.length > count);
        clock.holds = false;
        begun.push({ result, sent, pause: clock.held.at(-1) });
      } else {
        const first = begun.shift();
        if (first === undefined) throw new Error('nothing was begun');
        if ('finish' in value) {
          clock.advance(Math.max(0, (first.pause?.due ?? 0) - clock.time));
          heard = await firstValueFrom(first.result);
        } else {
          const over = served.length;
          first.sent.unsubscribe();
          await until(() => served.length > over);
        }
      }
      if (heard !== undefined) results.push(heard);
    }
    // The service hears of the end of a response a moment after the client.
    await until(() => served.length >= results.length);
  } finally {
    await close();
  }
  return { short: results.map(shortly), results: results.map(seenOf), served, time: clock.time };
};
