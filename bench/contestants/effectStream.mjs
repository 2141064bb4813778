import { Effect, Option, Stream } from 'effect';
import { axiosPage } from './axiosPage.mjs';

/** Effect's stream of a paginated source, over axios: a state makes objects and, as long as there is one, the next state. */
export const read = (lane, { take }) => {
  const fetchPage = axiosPage(lane);
  const objects = Stream.paginate(undefined, (pageToken) =>
    Effect.map(
      Effect.promise(() => fetchPage(pageToken)),
      ({ data, nextPageToken }) => [
        data,
        nextPageToken ? Option.some(nextPageToken) : Option.none(),
      ],
    ),
  );
  // It consumes arrays, which is the faster of its ways.
  return Effect.runPromise(
    Stream.runForEachArray(objects, (records) =>
      Effect.sync(() => {
        for (const record of records) take(record);
      }),
    ),
  );
};
