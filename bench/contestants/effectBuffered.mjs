import { Effect, Stream } from 'effect';
import { effectObjects } from './effectPages.mjs';

/** Effect over axios with a buffer of one page between fetching and working, for consumers that take their time. */
export const read = (lane, { takeBatch }) => {
  const buffered = Stream.bufferArray(effectObjects(lane), { capacity: 1 });
  return Effect.runPromise(Stream.runForEachArray(buffered, (records) => Effect.promise(() => takeBatch(records))));
};
