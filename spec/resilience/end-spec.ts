import { expect } from 'chai';
import type { Fault } from '../../src/service/index';
import { withThings } from '../service/support/things';
import { faultyWalk, type FaultyWalkOptions, type Kind, kinds } from './support/faultyWalk';

/** How far a walk over six things, two to a page, came, after how many requests, and whether it can be resumed there. */
type Reached = readonly [
  pages: number,
  objects: number,
  attempts: number,
  requests: number,
  canGoOn: boolean,
];

type Case = readonly [
  what: string,
  faults: ReadonlyArray<Fault>,
  Reached,
  error: object,
  FaultyWalkOptions?,
];

const never: Reached = [0, 0, 3, 3, false];
const atPage2: Reached = [1, 2, 1, 2, true];
const tired: Reached = [1, 2, 3, 4, true];

const asLongAsItTries = (type: 'unavailable' | 'reset-during' | 'truncate') =>
  [2, 3, 4].map((at) => ({ type, at }) as Fault);
const broken = (rule: string) => ({ _tag: 'ProtocolViolation', rule });
const unreadable = (message: string) => ({
  _tag: 'InvalidEnvelope',
  problems: [{ at: 'the body', message }],
});
const expired = { _tag: 'PageTokenExpired', status: 400, errorName: 'InvalidPageToken' };
const throttled = { _tag: 'HttpFailure', status: 429, errorName: 'TooManyRequests' };
const tooLong = { ...throttled, retryAfter: 61_000 };
const unavailable = { _tag: 'HttpFailure', status: 503, errorName: 'ServiceUnavailable' };
const reset = { _tag: 'NetworkFailure', code: 'ECONNRESET' };
const refused = { _tag: 'Unauthorized', status: 401, errorName: 'InvalidCredentials' };
const walking = (
  walk: FaultyWalkOptions['walk'],
  service?: FaultyWalkOptions['service'],
): FaultyWalkOptions => ({
  ...(walk && { walk }),
  ...(service && { service }),
});

const fiveEmpty = walking({ emptyPages: 5 });

/** Faults that end a walk, and what is left of it. */
const cases: ReadonlyArray<Case> = [
  ['throttle without end', [{ type: 'throttle', every: 1 }], never, throttled],
  ['throttle for too long', [{ type: 'throttle', at: 2, retryAfter: 61 }], atPage2, tooLong],
  ['unavailable', asLongAsItTries('unavailable'), tired, unavailable],
  ['reset-before without end', [{ type: 'reset-before', every: 1 }], never, reset],
  ['reset-during', asLongAsItTries('reset-during'), tired, { _tag: 'NetworkFailure' }],
  [
    'truncate',
    asLongAsItTries('truncate'),
    tired,
    { ...unreadable('ends before its JSON does'), isCut: true },
  ],
  ['html', [{ type: 'html', at: 2 }], atPage2, unreadable('is HTML, not JSON')],
  ['unauthorized with a fixed credential', [{ type: 'unauthorized', at: 2 }], atPage2, refused],
  ['expire-token by age', [{ type: 'expire-token', ms: 0 }], [1, 2, 1, 2, false], expired],
  ['expire-token by uses', [{ type: 'expire-token', uses: 0 }], [1, 2, 1, 2, false], expired],
  ['repeat-token', [{ type: 'repeat-token', at: 1 }], [2, 4, 1, 2, false], broken('RepeatedToken')],
  [
    'cycle-tokens',
    [{ type: 'cycle-tokens', pages: 2 }],
    [3, 6, 1, 3, false],
    broken('RepeatedToken'),
  ],
  [
    'empty-page',
    [{ type: 'empty-page', at: 2 }],
    [2, 2, 1, 2, true],
    broken('EmptyPages'),
    walking({ emptyPages: 0 }),
  ],
  [
    'empty-page without end',
    [{ type: 'empty-page', every: 1 }],
    [6, 0, 1, 6, true],
    broken('EmptyPages'),
    fiveEmpty,
  ],
  [
    'more pages than maxPages',
    [],
    [2, 4, 1, 2, true],
    broken('TooManyPages'),
    walking({ maxPages: 2 }),
  ],
  ['empty-token', [{ type: 'empty-token', at: 2 }], [2, 4, 1, 2, false], broken('EmptyToken')],
];

/** What only one of the revisions has. */
const ofOne: ReadonlyArray<readonly [Kind, Case]> = [
  [
    'list',
    [
      'a snapshot that is gone',
      [],
      [1, 2, 1, 2, false],
      { _tag: 'PageTokenExpired', status: 409, errorName: 'ConsistentSnapshotError' },
      walking({ snapshot: true }, { snapshotLifetime: 0 }),
    ],
  ],
  [
    'list',
    [
      'the limit of objects',
      [],
      [3, 5, 1, 4, false],
      { _tag: 'RetrievalLimitExceeded', status: 400, errorName: 'ObjectsExceededLimit' },
      walking(undefined, { ...withThings(9), limit: 5 }),
    ],
  ],
  [
    'search',
    [
      'null-token, after all objects',
      [{ type: 'null-token' }],
      [3, 6, 1, 3, false],
      broken('NullToken'),
    ],
  ],
];

const ids = [1, 2, 3, 4, 5, 6];

describe('laws 5, 7 and 8: a walk that does not recover over HTTP says why, and where to go on', () => {
  const all = [...kinds.flatMap((kind) => cases.map((one) => [kind, one] as const)), ...ofOne];
  for (const [
    kind,
    [what, faults, [pages, objects, attempts, requests, canGoOn], expected, options],
  ] of all) {
    it(`${kind}, ${what}`, async () => {
      const { told, error, rest, served } = await faultyWalk(kind, faults, options);
      expect(told).to.deep.equal([...ids.slice(0, objects), error?._tag]);
      expect({ ...error }).to.deep.include({ ...expected, progress: { pages, objects, attempts } });
      expect(rest).to.deep.equal(canGoOn ? ids.slice(objects) : undefined);
      expect(served).to.have.lengthOf(requests);
    });
  }

  it('null-token is the end for revision 1.0', async () => {
    expect((await faultyWalk('list', [{ type: 'null-token' }])).told).to.deep.equal(ids);
  });
});
