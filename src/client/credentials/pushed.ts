import { isRight } from 'fp-ts/Either';
import {
  defaultIfEmpty,
  filter,
  finalize,
  map,
  NEVER,
  type Observable,
  ReplaySubject,
  share,
  Subject,
  Subscription,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { isSameCredential } from '../../model/secrets/Credential';
import { type Auth, authWith, type Given, neverFailing, refusedReason, unauthorized } from './Auth';

/** The milliseconds that a source that pushes has for another credential than the one that was refused. */
const patience = 2_000;

/** A source while it is subscribed: what it has emitted last. */
interface LiveSource {
  readonly latest: ReplaySubject<Given>;
  readonly pushing: Subscription;
  /** The same, where something has come. */
  known?: Given;
}

/**
 * Takes the latest value of an Observable, and after a refusal one that was not refused. What it has emitted is the truth of
 * every session: `forgetCredentials()` changes nothing here.
 *
 * ```text
 * source      a-------b-------
 * requests    a-a---a-b--b----    the third one is refused, and waits for another credential
 * ```
 */
export const pushed = <C>(source: Observable<C>, read: (credential: C) => Given): Auth => {
  const failures = new Subject<unknown>();
  // Between two pages nobody waits for a value, and still none is lost: it is subscribed until its last walk is over.
  let connection: LiveSource | undefined;

  const connect = (): LiveSource => {
    const made: LiveSource = { latest: new ReplaySubject(1), pushing: new Subscription() };
    connection = made;
    const over = (thrown: unknown): void => {
      connection = undefined;
      failures.next(thrown);
    };
    const next = (given: Given): void => void (made.known = given);
    made.pushing.add(source.pipe(map(read), tap({ next, error: over })).subscribe(made.latest));
    return made;
  };

  return authWith({
    current: ({ refused, mayAsk }) => {
      const live = connection ?? connect();
      const latest = live.latest.pipe(neverFailing());
      if (!refused || !mayAsk) return latest.pipe(take(1));
      const isOther = (given: Given): boolean =>
        !isRight(given) || !isSameCredential(given.right, refused);
      // At once: a source is waited for only where nothing else has come since.
      if (live.known && isOther(live.known)) return live.known;
      return latest.pipe(
        filter(isOther),
        takeUntil(timer(patience)),
        take(1),
        defaultIfEmpty(unauthorized(refusedReason)),
      );
    },
    pushes: NEVER.pipe(
      finalize(() => {
        connection?.pushing.unsubscribe();
        connection = undefined;
      }),
      share(),
    ),
    failures,
    mayNameUser: true,
  });
};
