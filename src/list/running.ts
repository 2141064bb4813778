import { filter, type Observable, startWith, Subject, takeUntil } from 'rxjs';
import type { WalkError } from '../model/errors/WalkError';
import { effectsOf, heardOf, type ListWalks } from './listEffects';
import { type Desired, type ListEvent, type ListState, runningWalk } from './ListState';
import { desired } from './transitions';

/** What an exception is to the users of a list: it says what threw. The exception itself may hold a secret. */
export const listErrorOf = (_tag: 'InvalidRequest' | 'InvalidEnvelope', at: string): WalkError => ({
  _tag,
  problems: [{ at, message: 'threw an exception' }],
  progress: { pages: 0, objects: 0, attempts: 0 },
});

/** What a list needs so that something runs for it. */
interface RunningFor<T> extends ListWalks<T> {
  readonly state: () => ListState<T>;
  readonly hear: (event: ListEvent<T>, from: Desired) => void;
  /** Hears what functions of the user have thrown. */
  readonly onError: (thrown: unknown) => void;
}

/** What runs for a list. */
export const running = <T>({ state, hear, onError, ...walks }: RunningFor<T>) => {
  const leaving = new Map<string, Subject<void>>();
  const compared = new Subject<void>();
  /** Emits when the list is so, at once where it is. */
  const when = (isSo: (state: ListState<T>) => boolean): Observable<unknown> =>
    compared.pipe(
      startWith(undefined),
      filter(() => isSo(state())),
    );
  const start = (one: Desired): void => {
    const left = new Subject<void>();
    leaving.set(one.id, left);
    left.subscribe(() => leaving.delete(one.id));
    const opens = when((now) => runningWalk(now, one)?.stage === 'sent');
    effectsOf(one, walks, opens)
      .pipe(takeUntil(left))
      .subscribe({
        next: (event) => hear(event, one),
        error: (thrown: unknown) => {
          onError(thrown);
          const error = listErrorOf('InvalidRequest', 'stream');
          hear(heardOf(one, { type: 'ended', error }), one);
        },
      });
  };
  /** Compares what runs with what should run: what is missing is started, and what is wanted no longer is aborted. */
  const compare = (): void => {
    const wanted = desired(state());
    for (const [id, left] of leaving) if (!wanted.some((one) => one.id === id)) left.next();
    const missing = (): Desired | undefined => desired(state()).find(({ id }) => !leaving.has(id));
    for (let next = missing(); next; next = missing()) start(next);
    compared.next();
  };
  return { when, compare };
};
