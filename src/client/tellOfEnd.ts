import * as E from 'fp-ts/Either';
import { defer, finalize, type Observable, tap } from 'rxjs';
import type { WalkError } from '../model/WalkError';
import { onRestart } from '../walk/restarts';
import type { WalkedPage } from '../walk/walkStep';
import type { Tell } from './WalkEvent';

/** Tells of the end of a walk, how far it came, and whether it is restarted. */
export const tellOfEnd = <P extends WalkedPage>(
  tell: Tell,
  walk: Observable<E.Either<WalkError, P>>,
): Observable<E.Either<WalkError, P>> =>
  defer(() => {
    let pages = 0;
    let objects = 0;
    let isTold = false;
    const tellEnd = (end: { readonly error?: WalkError; readonly unsubscribed?: true }): void => {
      if (isTold) return;
      // First: whoever listens may leave the walk because of it, which is an end of its own.
      isTold = true;
      tell(() => ({ type: 'end', pages, objects, ...end }));
    };
    return walk.pipe(
      tap({
        next: (result) => {
          // At once: whoever turns a Left into an exception does not wait for the completion.
          if (E.isLeft(result)) {
            const error = result.left;
            tellEnd({ error });
            onRestart(error, (restarts) => {
              tell(() => ({ type: 'restart', restarts }));
            });
          } else {
            pages += 1;
            objects += result.right.data.length;
          }
        },
        complete: () => {
          tellEnd({});
        },
      }),
      finalize(() => {
        tellEnd({ unsubscribed: true });
      }),
    );
  });
