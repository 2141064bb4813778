import * as E from 'fp-ts/Either';
import { defer, filter, type Observable } from 'rxjs';
import type { WalkError } from '../../model/errors/WalkError';
import { checkAtLeast0, checkKnown } from '../../model/optionChecks';
import { maxRestarts, reportRestart, restarting } from './restarts';
import { type Key, seenBefore } from './seenBefore';

/** Options of `retryExpired`. @since 0.1.0 */
export interface RetryExpiredOptions<A, K extends Key> {
  /** What tells one object from another, in this walk and in the next. */
  readonly key: (record: A) => K;
  /** How many restarts in a row may bring no new key. Default 3. */
  readonly restarts?: number | undefined;
  /** Called when the walk is restarted, with the number of restarts so far. */
  readonly onRestart?: ((restarts: number) => void) | undefined;
}

/**
 * Restarts a walk whose page token has expired, and emits each key once.
 *
 * ```text
 * --a--b--(x|)                 x: Left(PageTokenExpired)
 *         --a--b--c--|
 *    retryExpired({ key })
 * --a--b----------c--|
 * ```
 *
 * The walk begins again with its first page; objects whose key was emitted are dropped, and an invalid object
 * (`InvalidObject`) that was reported is not reported again. It gives up, with the Left, after `restarts` restarts in a row
 * that brought no new key. A walk that began at a `pageToken` is not restarted: it would begin with the wrong page. The keys
 * are kept in memory. An error after a restart is that of the restarted walk: from its `resumeFrom`, objects that were
 * emitted before may come again.
 *
 * With `snapshot: true` each restart has its own snapshot: every object of the last one is emitted, once, and so are objects
 * that were read earlier and deleted since, each as it was when it was first read. With default paging, an object that the
 * service skipped because others moved between two requests is missing here too.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, orThrow, retryExpired } from 'pagewalk';
 * import * as t from 'io-ts';
 * import { count } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const properties = t.type({ id: t.number });
 *
 * client
 *   .list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties, snapshot: true })
 *   .pipe(retryExpired({ key: (employee) => employee.properties.id }), orThrow(), count())
 *   .subscribe(console.log);
 * ```
 *
 * @since 0.1.0
 */
export const retryExpired = <A, K extends Key>({
  key,
  restarts = maxRestarts,
  onRestart,
  ...others
}: RetryExpiredOptions<A, K>) => {
  checkKnown('retryExpired', others);
  checkAtLeast0('retryExpired: restarts', restarts);
  return <L extends WalkError>(source: Observable<E.Either<L, A>>): Observable<E.Either<L, A>> =>
    defer(() => {
      const { isNewObject, isNewComplaint, beginAgain } = seenBefore(key);
      let restarted = 0;
      // Restarts in a row that bring nothing new: these are bounded, not all restarts.
      let inVain = 0;

      const meansRestart = (result: E.Either<L, A>): boolean => {
        if (E.isRight(result) || result.left._tag !== 'PageTokenExpired') return false;
        if (result.left.progress.resumed || inVain >= restarts) return false;
        restarted += 1;
        inVain += 1;
        reportRestart(result.left, restarted);
        onRestart?.(restarted);
        return true;
      };

      const isNew = (result: E.Either<L, A>): boolean => {
        if (E.isLeft(result)) return isNewComplaint(result.left);
        const isNewKey = isNewObject(result.right);
        if (isNewKey) inVain = 0;
        return isNewKey;
      };

      const walk = defer(() => {
        beginAgain();
        return source;
      });
      return restarting(walk, meansRestart).pipe(filter(isNew));
    });
};
