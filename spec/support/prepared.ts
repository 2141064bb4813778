import type { Endpoint } from '../../src/model/endpoints/endpoint';
import { prepareWalk, type PreparedWalk } from '../../src/model/endpoints/prepareWalk';
import { rightOf } from './sides';

/** The walk of params that must be right; their types are the client's matter. */
export const prepared = (endpoint: Endpoint, params: object): PreparedWalk =>
  rightOf(prepareWalk(endpoint, params));
