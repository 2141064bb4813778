import { expect } from 'chai';
import * as root from '../src/index';

describe('the root entry', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(root).sort()).to.deep.equal([
      'Int64',
      'PageToken',
      'Place',
      'Query',
      'Scalar',
      'ScalarProperties',
      'TextObjects',
      'WalkFailure',
      'axiosTransport',
      'bearer',
      'changesSince',
      'classify',
      'createClient',
      'durable',
      'endpoint',
      'exactNumbers',
      'explain',
      'fetchTransport',
      'headers',
      'isWalkError',
      'lefts',
      'listObjects',
      'matchWalkError',
      'onRights',
      'orThrow',
      'pastLimit',
      'polite',
      'recordWalks',
      'resumeFrom',
      'retryExpired',
      'retryPolicy',
      'rights',
      'searchObjects',
      'skipInvalid',
      'toAsyncIterable',
      'toReadableStream',
      'untilLimit',
      'walkError',
      'watchChanges',
      'withValve',
    ]);
  });
});
