import { type Either, isLeft, right } from 'fp-ts/Either';
import type { Problem } from '../../src/index';
import type { Endpoint } from '../../src/model/endpoints/endpoint';
import { requestsOf, type WalkRequests } from '../../src/model/endpoints/requestsOf';
import { type WalkStart, walkStart } from '../../src/model/endpoints/walkStart';
import { rightOf } from './sides';

/** The requests of a walk and where it begins, or everything that is wrong with its params. */
export const prepareWalk = (
  endpoint: Endpoint,
  params: object,
): Either<ReadonlyArray<Problem>, WalkRequests & WalkStart> => {
  const { requests, problems } = requestsOf(endpoint, params);
  const { identity, scheme } = requests;
  const start = walkStart({ identity, problemOf: scheme.tokens.problemOf }, params, problems);
  return isLeft(start) ? start : right({ ...requests, ...start.right });
};

/** The walk of params that must be right; their types are the client's matter. */
export const prepared = (endpoint: Endpoint, params: object): WalkRequests & WalkStart =>
  rightOf(prepareWalk(endpoint, params));
