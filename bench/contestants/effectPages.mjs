import { Effect, Option, Stream } from 'effect';
import { axiosPage } from './axiosPage.mjs';

/** Effect's stream of a paginated source: a state makes objects and, as long as there is one, the next state. */
export const effectObjects = (lane) => {
  const fetchPage = axiosPage(lane);
  return Stream.paginate(undefined, (pageToken) =>
    Effect.map(
      Effect.promise(() => fetchPage(pageToken)),
      ({ data, nextPageToken }) => [data, nextPageToken ? Option.some(nextPageToken) : Option.none()],
    ),
  );
};
