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
    let end: { readonly error?: WalkError } = {};
    return walk.pipe(
      tap({
        next: (result) => {
          if (E.isLeft(result)) end = { error: result.left };
          else {
            pages += 1;
            objects += result.right.data.length;
          }
        },
        complete: () => {
          tell(() => ({ type: 'end', pages, objects, ...end }));
        },
      }),
    );
  });
