import { type Either, isLeft } from 'fp-ts/Either';
import { defer, finalize, type MonoTypeOperatorFunction, tap } from 'rxjs';
import type { WalkedEnvelope } from '../model/endpoints/Page';
import type { WalkError } from '../model/errors/WalkError';
import type { EventDetails, ReportEvent } from './WalkEvent';

const nothing: ReadonlyArray<string> = [];

/** Reports the end of a walk, once, and how far the walk came. One that was resumed does not know what others have seen. */
export const reportEnd =
  (report: ReportEvent, isResumed: boolean): MonoTypeOperatorFunction<Either<WalkError, WalkedEnvelope>> =>
  (walk) =>
    defer(() => {
      let reached = { pages: 0, objects: 0 };
      let isOver = false;
      let unseen = isResumed ? nothing : undefined;
      const end = (how: Omit<Extract<EventDetails, { readonly type: 'end' }>, 'type' | 'pages' | 'objects'>): void => {
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
            else {
              const { reached: now, unseen: here = nothing } = result.right;
              reached = now;
              unseen = unseen?.filter((source) => here.includes(source)) ?? here;
            }
          },
          complete: () => {
            end(unseen?.[0] === undefined ? {} : { unseen: unseen[0] });
          },
        }),
        finalize(() => {
          end({ unsubscribed: true });
        }),
      );
    });
