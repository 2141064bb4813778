import * as O from 'fp-ts/Option';
import { defer, EMPTY, expand, map, type Observable, of, switchMap, tap, timer, toArray } from 'rxjs';
import { createClient, headers, type PageToken, retryPolicy } from '../../../src/index';
import { consumer, until } from './consumer';
import { predict, type Prediction } from './predict';
import type { Script, Stop } from './Script';
import type { Seen } from './Seen';
import type { Position, State } from './serve';
import type { Stage } from './Stage';

/** Where a walk begins: the same place as the library and as the model know it. */
export interface Start {
  readonly pageToken: PageToken;
  readonly position: Position;
}

/** One walk of a run, and what the model says of it. */
export interface Leg {
  readonly start: Start | undefined;
  readonly stop: Stop | undefined;
  readonly before: State;
  readonly after: State;
  readonly prediction: Prediction;
  readonly values: ReadonlyArray<Seen>;
  /** Whether the walk ended by itself. */
  readonly isOver: boolean;
  readonly mostHeld: number;
  readonly events: Readonly<Record<string, number>>;
  /** Requests that were sent, or still under way, when nobody listened any more. */
  readonly late: number;
}

/** Where the next walk begins; none where this one reached the last page. */
const nextStart = ({ start, values, prediction, isOver }: Leg, { api }: Script): O.Option<Start | undefined> => {
  const last = values.at(-1);
  const position = prediction.values[values.length - 1]?.next;
  const there = last !== undefined && O.isSome(last.token) && position !== undefined;
  const goOn = O.some(there ? { pageToken: last.token.value, position } : undefined);
  if (last?.isEnd === true) return goOn;
  if (isOver) return O.none;
  if (api === 'objects') return O.some(undefined);
  return last === undefined ? O.some(start) : position === undefined ? O.none : goOn;
};

/** More walks than any script can break off. */
const mostLegs = 60;

/** Where a script is played, with what credentials, and how many milliseconds pass between two walks. */
export interface Setting {
  readonly stage: Stage;
  readonly credentials: Readonly<Record<string, string>>;
  readonly rest: number;
}

/** Plays a script: walks, and walks again from where the last one was left or ended, until the last page is reached. */
export const session = (script: Script, { stage, credentials, rest }: Setting): Observable<Leg> => {
  let issued = 0;
  const policy = retryPolicy({ attempts: script.attempts, baseDelay: 4 });
  const client = createClient({
    transport: stage.transport,
    auth: headers(() => of({ ...credentials, 'x-credential': String(++issued) })),
    // Without chance, so that the script says all.
    retry: (failure, attempts) => policy(failure, attempts, 0.5),
  });

  const legAt = (index: number, start: Start | undefined): Observable<Leg> =>
    defer(() => {
      const stop = script.stops[index];
      const before = stage.state();
      const prediction = predict(script, before, start?.position);
      const events: Record<string, number> = { request: 0, page: 0, retry: 0, refresh: 0, restart: 0 };
      const listening = client.events.subscribe(({ type }) => {
        if (type in events) events[type] = (events[type] ?? 0) + 1;
      });
      let mostHeld = 0;
      let isOver = false;
      return consumer(client, script, start?.pageToken, (held) => {
        mostHeld = Math.max(mostHeld, held);
      }).pipe(
        tap({
          complete: () => {
            isOver = true;
          },
        }),
        until(stop),
        toArray(),
        switchMap((values) => {
          listening.unsubscribe();
          const after = stage.state();
          // Time passes, so that whatever the walk left behind can show itself.
          return timer(rest).pipe(
            map(() => ({
              ...{ start, stop, before, after, prediction, values, isOver, mostHeld, events },
              late: stage.state().requests - after.requests + (stage.isUnderWay() ? 1 : 0),
            })),
          );
        }),
      );
    });

  return legAt(0, undefined).pipe(
    expand((leg, index) => {
      const next = nextStart(leg, script);
      if (O.isNone(next)) return EMPTY;
      if (index >= mostLegs) throw new Error('the walks do not come to an end');
      return legAt(index + 1, next.value);
    }),
  );
};
