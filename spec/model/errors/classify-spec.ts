import { expect } from 'chai';
import { classify, type ErrorReading } from '../../../src/model/errors/classify';

const read = (status: number, body: unknown, pageToken = true): ErrorReading =>
  classify(
    { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) },
    { pageToken },
  );

describe('classify', () => {
  const meanings: ReadonlyArray<
    readonly [
      status: number,
      errorName: string | undefined,
      pageToken: boolean,
      tag: ErrorReading['_tag'],
    ]
  > = [
    [401, undefined, true, 'Unauthorized'],
    [401, 'InvalidPageToken', true, 'Unauthorized'],
    [400, 'InvalidPageToken', true, 'PageTokenExpired'],
    [500, 'InvalidPageToken', true, 'PageTokenExpired'],
    [410, undefined, true, 'PageTokenExpired'],
    [410, 'Gone', true, 'PageTokenExpired'],
    [410, undefined, false, 'HttpFailure'],
    [409, 'ConsistentSnapshotError', true, 'PageTokenExpired'],
    [400, 'ObjectsExceededLimit', true, 'RetrievalLimitExceeded'],
    [400, undefined, true, 'HttpFailure'],
    [400, 'invalidpagetoken', true, 'HttpFailure'],
    [302, undefined, true, 'HttpFailure'],
    [503, undefined, false, 'HttpFailure'],
  ];

  for (const [status, errorName, pageToken, tag] of meanings) {
    it(`reads ${status} ${errorName ?? 'without a name'} ${pageToken ? 'after' : 'without'} a page token as ${tag}`, () => {
      const reading = read(status, { errorName }, pageToken);
      expect(reading).to.include({ _tag: tag, status });
    });
  }

  it('keeps what the service said, and nothing else', () => {
    const said = {
      errorCode: 'INVALID_ARGUMENT',
      errorName: 'Bad',
      errorInstanceId: 'i-1',
      parameters: { a: [1] },
    };
    expect(
      read(400, { ...said, stack: 'at line 1', _tag: 'Unauthorized', status: 200 }),
    ).to.deep.equal({
      _tag: 'HttpFailure',
      status: 400,
      ...said,
    });
  });

  const unreadable: ReadonlyArray<readonly [what: string, body: unknown]> = [
    ['nothing', ''],
    ['HTML', '<h1>Bad gateway</h1>'],
    ['half of its JSON', '{"errorName":"InvalidPageTok'],
    ['a text', '"InvalidPageToken"'],
    ['an array', [{ errorName: 'InvalidPageToken' }]],
    ['an object of another shape', { error: { errorName: 'InvalidPageToken' } }],
    [
      'fields of wrong types',
      { errorCode: 5, errorName: ['InvalidPageToken'], errorInstanceId: {}, parameters: 'x' },
    ],
    [
      'fields that are null',
      { errorCode: null, errorName: null, errorInstanceId: null, parameters: null },
    ],
    ['parameters that are an array', { parameters: [1] }],
    ['fields of its prototype', '{"__proto__":{"errorName":"InvalidPageToken"}}'],
  ];

  for (const [what, body] of unreadable) {
    it(`goes by the status where the service said ${what}`, () => {
      expect(read(500, body)).to.deep.equal({ _tag: 'HttpFailure', status: 500 });
      expect(read(401, body)).to.deep.equal({ _tag: 'Unauthorized', status: 401 });
    });
  }

  it('reads parameters that are nested 100,000 levels deep', () => {
    const body = `{"parameters":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expect(read(500, body)).to.include.keys('parameters');
  });
});
