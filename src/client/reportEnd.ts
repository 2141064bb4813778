import { type Either, isLeft } from 'fp-ts/Either';
import { defer, finalize, type MonoTypeOperatorFunction, tap } from 'rxjs';
import type { WalkError } from '../model/errors/WalkError';
import type { WalkedPage } from '../walk/walkStep';
import type { ReportEvent } from './WalkEvent';

/** Reports the end of a walk, once, and how far the walk came. */
export const reportEnd =
  <P extends WalkedPage>(report: ReportEvent): MonoTypeOperatorFunction<Either<WalkError, P>> =>
  (walk) =>
    defer(() => {
      let pages = 0;
      let objects = 0;
      let isOver = false;
      const end = (how: { readonly error?: WalkError; readonly unsubscribed?: true }): void => {
        if (isOver) return;
        // First: a listener may unsubscribe because of the event, and that would be another end.
        isOver = true;
        report(() => ({ type: 'end', pages, objects, ...how }));
      };
      return walk.pipe(
        tap({
          next: (result) => {
            if (isLeft(result)) {
              // At once: an operator that throws a Left does not wait for the completion.
              end({ error: result.left });
            } else {
              pages += 1;
              objects += result.right.data.length;
            }
          },
          complete: () => {
            end({});
          },
        }),
        finalize(() => {
          end({ unsubscribed: true });
        }),
      );
    });
