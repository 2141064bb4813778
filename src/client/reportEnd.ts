import { type Either, isLeft } from 'fp-ts/Either';
import { defer, finalize, type MonoTypeOperatorFunction, tap } from 'rxjs';
import type { WalkedEnvelope } from '../model/endpoints/Page';
import type { WalkError } from '../model/errors/WalkError';
import type { ReportEvent } from './WalkEvent';

/** Reports the end of a walk, once, and how far the walk came. */
export const reportEnd =
  (report: ReportEvent): MonoTypeOperatorFunction<Either<WalkError, WalkedEnvelope>> =>
  (walk) =>
    defer(() => {
      let reached = { pages: 0, objects: 0 };
      let isOver = false;
      const end = (how: { readonly error?: WalkError; readonly unsubscribed?: true }): void => {
        if (isOver) return;
        // First: a listener may unsubscribe because of the event, and that would be another end.
        isOver = true;
        const { pages, objects } = reached;
        report(() => ({ type: 'end', pages, objects, ...how }));
      };
      return walk.pipe(
        tap({
          next: (result) => {
            // At once: an operator that throws a Left does not wait for the completion.
            if (isLeft(result)) end({ error: result.left });
            else reached = result.right.reached;
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
