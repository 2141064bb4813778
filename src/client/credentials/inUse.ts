import { AsyncSubject, defer, type Observable, takeLast, tap } from 'rxjs';

/** Which refresh tokens are in use. A service may revoke a login that spends one of them twice. */
export const inUse = () => {
  const uses = new Map<string, Observable<void>>();
  return {
    /** What emits when one of these tokens is free again; undefined if all are. */
    of: (tokens: ReadonlyArray<string>): Observable<void> | undefined =>
      tokens.map((token) => uses.get(token)).find((use) => use !== undefined),
    /** Uses tokens for some work. The tokens are free before what it gives is handed out. */
    for: <T>(tokens: ReadonlyArray<string>, work: Observable<T>): Observable<T> =>
      defer(() => {
        const use = new AsyncSubject<void>();
        const free = (): void => {
          for (const token of tokens) if (uses.get(token) === use) uses.delete(token);
          use.next();
          use.complete();
        };
        for (const token of tokens) uses.set(token, use);
        return work.pipe(tap({ complete: free, error: free }), takeLast(1));
      }),
  };
};
