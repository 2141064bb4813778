import { expect } from 'chai';
import * as root from '../src/index';

describe('the root entry', () => {
  it('exports these names and no others', () => {
    expect(Object.keys(root).sort()).to.deep.equal(
      (
        'Int64 PageToken Place Query Scalar ScalarProperties TextObjects WalkFailure axiosTransport basic ' +
        'bearer changesSince classify clientCredentials createClient deltaToken durable endpoint exactNumbers ' +
        'explain fetchTransport headers isWalkError iterate lefts listObjects ' +
        'matchWalkError onRights orThrow pastLimit polite recordWalks refreshToken resumeFrom retryExpired ' +
        'retryPolicy rights searchObjects signed skipInvalid stalledWalks toAsyncIterable toReadableStream ' +
        'unchecked walkCalls walkEach walkError watchChanges withValve'
      ).split(' '),
    );
  });
});
