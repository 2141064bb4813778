import { expect } from 'chai';
import type { WalkError } from '../../src/index';
import type { Fault } from '../../src/service/index';
import { withThings } from '../service/support/things';
import { faultyWalk, type FaultyWalkOptions, type Kind, kinds } from './support/faultyWalk';

interface Case {
  readonly faults: ReadonlyArray<Fault>;
  readonly options?: FaultyWalkOptions;
  /** What the consumer is told: ids, and the tags of errors. */
  readonly told: ReadonlyArray<unknown>;
  readonly error: object;
  readonly progress: object;
  /** What `resumeFrom` leads to when the fault is gone. */
  readonly rest: ReadonlyArray<number> | undefined;
  /** How many requests the service saw. */
  readonly requests: number;
}

const atPage2 = { told: [1, 2], progress: { pages: 1, objects: 2, attempts: 1 }, rest: [3, 4, 5, 6], requests: 2 };

/** Faults that end a walk, and what is left of it. */
const cases: Readonly<Record<string, Case>> = {
  'throttle without end': {
    faults: [{ type: 'throttle', every: 1 }],
    ...{ told: [], progress: { pages: 0, objects: 0, attempts: 3 }, rest: undefined, requests: 3 },
    error: { _tag: 'HttpFailure', status: 429, errorName: 'TooManyRequests' },
  },
  'throttle with a wait beyond the ceiling': {
    faults: [{ type: 'throttle', at: 2, retryAfter: 61 }],
    ...atPage2,
    error: { _tag: 'HttpFailure', status: 429, retryAfter: 61_000 },
  },
  'unavailable for as long as the client tries': {
    faults: [2, 3, 4].map((at) => ({ type: 'unavailable', at })),
    ...{ told: [1, 2], progress: { pages: 1, objects: 2, attempts: 3 }, rest: [3, 4, 5, 6], requests: 4 },
    error: { _tag: 'HttpFailure', status: 503, errorName: 'ServiceUnavailable' },
  },
  'reset-before without end': {
    faults: [{ type: 'reset-before', every: 1 }],
    ...{ told: [], progress: { pages: 0, objects: 0, attempts: 3 }, rest: undefined, requests: 3 },
    error: { _tag: 'NetworkFailure', code: 'ECONNRESET' },
  },
  'reset-during for as long as the client tries': {
    faults: [2, 3, 4].map((at) => ({ type: 'reset-during', at })),
    ...{ told: [1, 2], progress: { pages: 1, objects: 2, attempts: 3 }, rest: [3, 4, 5, 6], requests: 4 },
    error: { _tag: 'NetworkFailure' },
  },
  'truncate for as long as the client tries': {
    faults: [2, 3, 4].map((at) => ({ type: 'truncate', at })),
    ...{ told: [1, 2], progress: { pages: 1, objects: 2, attempts: 3 }, rest: [3, 4, 5, 6], requests: 4 },
    error: {
      _tag: 'InvalidEnvelope',
      problems: [{ at: 'the body', message: 'ends before its JSON does' }],
      isCut: true,
    },
  },
  html: {
    faults: [{ type: 'html', at: 2 }],
    ...atPage2,
    error: { _tag: 'InvalidEnvelope', problems: [{ at: 'the body', message: 'is HTML, not JSON' }] },
  },
  'unauthorized with a fixed credential': {
    faults: [{ type: 'unauthorized', at: 2 }],
    ...atPage2,
    error: { _tag: 'Unauthorized', status: 401, errorName: 'InvalidCredentials' },
  },
  'expire-token by age': {
    faults: [{ type: 'expire-token', ms: 0 }],
    ...atPage2,
    rest: undefined,
    error: { _tag: 'PageTokenExpired', status: 400, errorName: 'InvalidPageToken' },
  },
  'expire-token by uses': {
    faults: [{ type: 'expire-token', uses: 0 }],
    ...atPage2,
    rest: undefined,
    error: { _tag: 'PageTokenExpired', status: 400, errorName: 'InvalidPageToken' },
  },
  'repeat-token': {
    faults: [{ type: 'repeat-token', at: 1 }],
    ...{ told: [1, 2, 3, 4], progress: { pages: 2, objects: 4, attempts: 1 }, rest: undefined, requests: 2 },
    error: { _tag: 'ProtocolViolation', rule: 'RepeatedToken' },
  },
  'cycle-tokens': {
    faults: [{ type: 'cycle-tokens', pages: 2 }],
    ...{ told: [1, 2, 3, 4, 5, 6], progress: { pages: 3, objects: 6, attempts: 1 }, rest: undefined, requests: 3 },
    error: { _tag: 'ProtocolViolation', rule: 'RepeatedToken' },
  },
  'empty-page where none is followed': {
    faults: [{ type: 'empty-page', at: 2 }],
    options: { walk: { emptyPages: 0 } },
    ...{ told: [1, 2], progress: { pages: 2, objects: 2, attempts: 1 }, rest: [3, 4, 5, 6], requests: 2 },
    error: { _tag: 'ProtocolViolation', rule: 'EmptyPages' },
  },
  'empty-page without end': {
    faults: [{ type: 'empty-page', every: 1 }],
    options: { walk: { emptyPages: 5 } },
    ...{ told: [], progress: { pages: 6, objects: 0, attempts: 1 }, rest: [1, 2, 3, 4, 5, 6], requests: 6 },
    error: { _tag: 'ProtocolViolation', rule: 'EmptyPages' },
  },
  'empty-token': {
    faults: [{ type: 'empty-token', at: 2 }],
    ...{ told: [1, 2, 3, 4], progress: { pages: 2, objects: 4, attempts: 1 }, rest: undefined, requests: 2 },
    error: { _tag: 'ProtocolViolation', rule: 'EmptyToken' },
  },
};

const ended = (error: WalkError | undefined): object => ({ ...(error ?? expect.fail('no error')) });

const checkEnd = async (kind: Kind, { faults, options, ...expected }: Case): Promise<void> => {
  const { told, error, rest, served } = await faultyWalk(kind, faults, options);
  expect(told).to.deep.equal([...expected.told, (expected.error as WalkError)._tag]);
  expect(ended(error)).to.deep.include({ ...expected.error, progress: expected.progress });
  expect(rest).to.deep.equal(expected.rest);
  expect(served).to.have.lengthOf(expected.requests);
};

describe('laws 5 and 7: a walk that does not recover over HTTP says why, and where to go on', () => {
  for (const kind of kinds) {
    for (const [what, expected] of Object.entries(cases)) {
      it(`${kind}, ${what}`, () => checkEnd(kind, expected));
    }
  }

  it('list, a snapshot that is gone', () =>
    checkEnd('list', {
      faults: [],
      options: { service: { snapshotLifetime: 0 }, walk: { snapshot: true } },
      ...atPage2,
      rest: undefined,
      error: { _tag: 'PageTokenExpired', status: 409, errorName: 'ConsistentSnapshotError' },
    }));

  it('list, the limit of objects across pages', () =>
    checkEnd('list', {
      faults: [],
      options: { service: { ...withThings(9), limit: 5 } },
      ...{ told: [1, 2, 3, 4, 5], progress: { pages: 3, objects: 5, attempts: 1 }, rest: undefined, requests: 4 },
      error: { _tag: 'RetrievalLimitExceeded', status: 400, errorName: 'ObjectsExceededLimit' },
    }));

  it('null-token is the end for revision 1.0', async () => {
    const { told } = await faultyWalk('list', [{ type: 'null-token' }]);
    expect(told).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });

  it('null-token breaks a rule of revision 2.0, after all objects', () =>
    checkEnd('search', {
      faults: [{ type: 'null-token' }],
      ...{ told: [1, 2, 3, 4, 5, 6], progress: { pages: 3, objects: 6, attempts: 1 }, rest: undefined, requests: 3 },
      error: { _tag: 'ProtocolViolation', rule: 'NullToken' },
    }));
});
