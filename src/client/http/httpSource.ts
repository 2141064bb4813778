import type { Endpoint } from '../../model/endpoints/endpoint';
import { requestsOf } from '../../model/endpoints/requestsOf';
import type { FoundSource } from '../walks/PageSource';
import { fetchPage, type Wiring } from './fetchPage';

/** The pages of an endpoint, over HTTP. */
export const httpSource = (wiring: Wiring, endpoint: Endpoint, params: object): FoundSource => {
  if (!(endpoint as Partial<Endpoint> | undefined)?.scheme) {
    throw new TypeError(
      'a walk needs an endpoint: listObjects, searchObjects, or one that endpoint(…) made',
    );
  }
  const { requests, problems } = requestsOf(endpoint, params);
  const { identity, scheme } = requests;
  const { problemOf, cursorOf } = scheme.tokens;
  return {
    problems,
    source: {
      identity,
      problemOf,
      ...(cursorOf && { cursorOf }),
      ...(scheme.doubts && { doubts: scheme.doubts }),
      isAhead: scheme.numbered !== undefined,
      fetch: (...walk) => fetchPage(wiring, requests, ...walk),
    },
  };
};
