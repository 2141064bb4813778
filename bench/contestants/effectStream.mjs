import { Effect, Stream } from 'effect';
import { effectObjects } from './effectPages.mjs';

/** Effect over axios, without a schema. It consumes arrays, which is the faster of its ways. */
export const read = (lane, { take, takeBatch }) =>
  Effect.runPromise(
    lane.course.work === undefined
      ? Stream.runForEachArray(effectObjects(lane), (records) =>
          Effect.sync(() => {
            for (const record of records) take(record);
          }),
        )
      : Stream.runForEachArray(effectObjects(lane), (records) => Effect.promise(() => takeBatch(records))),
  );
