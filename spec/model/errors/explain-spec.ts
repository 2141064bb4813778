import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import {
  type BrokenRule,
  explain,
  type WalkError,
  walkError,
  type WalkErrorTag,
} from '../../../src/index';
import { anyText } from '../../support/anyText';
import { errorsAt } from '../../support/walkErrors';

const errors = errorsAt(O.none);
const progress = { pages: 2, objects: 7, attempts: 1 };

/** How far the examples came. */
const reached = ['pages 2', 'objects 7', 'attempts 1'];

/** What a line must say of each example: the facts of the error. */
const facts: Readonly<Record<WalkErrorTag, ReadonlyArray<string>>> = {
  InvalidRequest: ['objectType is bad'],
  Unauthorized: ['the credential was refused', '401', ...reached],
  PageTokenExpired: ['page token', '400', 'InvalidPageToken', ...reached],
  RetrievalLimitExceeded: ['400', ...reached],
  HttpFailure: ['503', 'Busy', 'i-1', ...reached],
  NetworkFailure: ['socket hang up', 'ECONNRESET', ...reached],
  TimedOut: ['5000 ms', ...reached],
  InvalidEnvelope: ['data is bad', ...reached],
  // Its fields count from 0, people from 1.
  InvalidObject: ['object 4 of page 2', 'properties is bad'],
  ProtocolViolation: ['the page token or cursor', ...reached],
};

describe('explain', () => {
  for (const [tag, words] of Object.entries(facts)) {
    it(`says the tag and every fact of ${tag}`, () => {
      const line = explain(errors[tag as WalkErrorTag]);
      expect(line).to.match(new RegExp(`^${tag}: \\S`));
      for (const word of words) expect(line).to.include(word);
      expect(line).to.not.match(/undefined|null|\[object|NaN| {2}|\(\)/);
    });
  }

  it('says whose walk was claimed by somebody else', () => {
    expect(explain({ _tag: 'Superseded', id: 'employee' })).to.match(/^Superseded: .* employee$/);
    const held = { id: 'employee', claimedBy: 'worker 3\u001b', claimedAt: new Date(0) };
    for (const _tag of ['Superseded', 'Busy'] as const) {
      expect(explain({ _tag, ...held })).to.match(
        /^\w+: worker 3.? has claimed the walk employee at 1970-01-01T00:00:00.000Z$/,
      );
    }
  });

  it('law 22: stays below 2,000 characters, whatever an error holds, and still says how far the walk came', () => {
    const long = 'long '.repeat(100_000);
    const problems = Array.from({ length: 1_000 }, () => ({ at: long, message: long }));
    const said = {
      errorName: long,
      errorCode: long,
      errorInstanceId: long,
      code: long,
      reason: long,
      problems,
    };
    for (const error of Object.values(errors)) {
      const line = explain({ ...error, ...said, ...('progress' in error && { progress }) });
      expect(line.length, error._tag).to.be.below(2_000);
      if ('progress' in error) expect(line).to.match(/\(pages 2, objects 7, attempts 1\)$/);
    }
    expect(explain(walkError('InvalidRequest', { problems, progress }))).to.include('long');
  });

  it('says how many problems there are beside those that it has room for', () => {
    const problems = Array.from({ length: 12 }, (_, n) => ({ at: `field${n}`, message: 'is bad' }));
    expect(explain(walkError('InvalidEnvelope', { problems, progress }))).to.match(
      /field9 is bad; and 2 more \(/,
    );
  });

  const rules: ReadonlyArray<readonly [rule: BrokenRule, word: RegExp]> = [
    ['EmptyToken', /empty/],
    ['NullToken', /null/],
    ['UnsendableToken', /Unicode/],
    ['MissingCursor', /cursor/],
    ['ForeignLink', /link/],
    ['RepeatedPage', /again/],
    ['RepeatedToken', /before/],
    ['EmptyPages', /empty pages/],
    ['TooManyPages', /more pages than maxPages/],
  ];

  for (const [rule, word] of rules) {
    it(`says what the broken rule ${rule} means`, () =>
      expect(explain(walkError('ProtocolViolation', { rule, progress }))).to.match(word));
  }

  it('law 38: says which parent it was, also before anything was sent', () => {
    const error = walkError('InvalidRequest', {
      problems: [{ at: 'id', message: 'is bad' }],
      progress: { pages: 0, objects: 0, attempts: 0, parent: 0 },
    });
    expect(explain(error)).to.equal('InvalidRequest: nothing was sent: id is bad, parent 0');
    const late = walkError('TimedOut', {
      after: 50,
      progress: { ...progress, parent: 'x'.repeat(900) },
    });
    expect(explain(late)).to.match(
      /^TimedOut: no response within 50 ms, parent x{199}… \(pages 2, objects 7, attempts 1\)$/,
    );
  });

  it('says of a redirect that it was not followed, and only of a redirect', () => {
    for (const status of [301, 302, 307, 308]) {
      expect(explain(walkError('HttpFailure', { status, progress }))).to.include(
        'redirects are not followed',
      );
    }
    for (const status of [400, 404, 500]) {
      expect(explain(walkError('HttpFailure', { status, progress }))).to.not.include('redirect');
    }
  });

  it('says how long the service asked to wait, in whole seconds', () => {
    for (const [retryAfter, wait] of [
      [120_000, '120 s'],
      [1500, '2 s'],
      [0, '0 s'],
    ] as const) {
      const line = explain(
        walkError('HttpFailure', { status: 503, errorName: 'Busy', retryAfter, progress }),
      );
      for (const word of [wait, '503', 'Busy', ...reached]) expect(line).to.include(word);
    }
    expect(explain(walkError('HttpFailure', { status: 503, progress }))).to.not.include('wait');
  });

  const errorSaying = (text: string): ReadonlyArray<WalkError> => {
    const answer = {
      status: 500,
      errorName: text,
      errorCode: text,
      errorInstanceId: text,
      progress,
    };
    const problems = [{ at: text, message: text }];
    return [
      walkError('InvalidRequest', { problems, progress }),
      walkError('Unauthorized', { reason: text, ...answer }),
      walkError('PageTokenExpired', answer),
      walkError('RetrievalLimitExceeded', answer),
      walkError('HttpFailure', answer),
      walkError('NetworkFailure', { reason: text, code: text, progress }),
      walkError('InvalidEnvelope', { problems, progress }),
      walkError('InvalidObject', { page: 0, index: 0, problems, record: text }),
    ];
  };

  it('is one line without control characters, whatever the service says', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        for (const error of errorSaying(text))
          expect(explain(error)).to.not.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    ));
});
