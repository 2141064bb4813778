import * as E from 'fp-ts/Either';
import { asyncScheduler, defer, type Observable, tap } from 'rxjs';
import type { WalkError } from '../model/WalkError';
import type { FetchPage } from '../walk/walkPages';
import type { WalkedPage } from '../walk/walkStep';
import type { Tell } from './WalkEvent';

/** Tells of every request and of every page that comes. */
export const tellOfPages =
  <P extends WalkedPage>(tell: Tell, fetchPage: FetchPage<P>): FetchPage<P> =>
  (pageToken, page) =>
    defer(() => {
      const asked = asyncScheduler.now();
      tell(() => ({ type: 'request', page }));
      return fetchPage(pageToken, page).pipe(
        tap(({ page: came }) => {
          if (E.isLeft(came)) return;
          const objects = came.right.data.length;
          tell(() => ({ type: 'page', page, objects, ms: asyncScheduler.now() - asked }));
        }),
      );
    });

/** Tells of the end of a walk, and how far it came. */
export const tellOfEnd = <P extends WalkedPage>(
  tell: Tell,
  walk: Observable<E.Either<WalkError, P>>,
): Observable<E.Either<WalkError, P>> =>
  defer(() => {
    let pages = 0;
    let objects = 0;
    let isTold = false;
    const tellEnd = (end: { readonly error?: WalkError }): void => {
      if (!isTold) tell(() => ({ type: 'end', pages, objects, ...end }));
      isTold = true;
    };
    return walk.pipe(
      tap({
        next: (result) => {
          // At once: whoever turns a Left into an exception does not wait for the completion.
          if (E.isLeft(result)) tellEnd({ error: result.left });
          else {
            pages += 1;
            objects += result.right.data.length;
          }
        },
        complete: () => {
          tellEnd({});
        },
      }),
    );
  });
