import { expect } from 'chai';
import fc from 'fast-check';
import { messageFacts, messageFor, type MessageTag } from '../../src/angular/messageFor';
import { walkError, type WalkError } from '../../src/model/errors/WalkError';

const progress = { pages: 4, objects: 400, attempts: 1 };
const http = (status: number, retryAfter?: number): WalkError =>
  walkError('HttpFailure', { status, progress, ...(retryAfter !== undefined && { retryAfter }) });

const cases: ReadonlyArray<readonly [WalkError, MessageTag, RegExp]> = [
  [walkError('InvalidRequest', { problems: [], progress }), 'broken', /wrong with this list/],
  [walkError('Unauthorized', { reason: 'secret', progress }), 'signIn', /Sign in again/],
  [walkError('PageTokenExpired', { status: 400, progress }), 'busy', /in a moment/],
  [walkError('RetrievalLimitExceeded', { status: 400, progress }), 'limit', /first 400 only/],
  [http(500), 'unavailable', /Try again later/],
  [http(503, 7_001), 'busy', /in 8 seconds/],
  [http(429, 900), 'busy', /in 1 second\./],
  [http(429), 'busy', /in a moment/],
  [http(403), 'notAllowed', /may not see/],
  [http(404), 'notFound', /does not exist/],
  [http(408), 'slow', /too long/],
  [http(400), 'broken', /wrong with this list/],
  [walkError('NetworkFailure', { reason: 'secret', progress }), 'offline', /connection/],
  [walkError('TimedOut', { after: 5, progress }), 'slow', /too long/],
  [walkError('InvalidEnvelope', { problems: [], progress }), 'broken', /wrong/],
  [walkError('InvalidObject', { page: 0, index: 0, problems: [], record: 'secret' }), 'broken', /wrong/],
  [walkError('ProtocolViolation', { rule: 'EmptyToken', progress }), 'broken', /wrong/],
];

describe('messageFor', () => {
  for (const [error, tag, text] of cases) {
    it(`has a sentence for ${JSON.stringify(error)}`, () => {
      expect(messageFacts(error).tag).to.equal(tag);
      expect(messageFor(error)).to.match(text);
      expect(messageFor(error)).to.match(/^[A-Z].*\.$/);
    });
  }

  it('has one for a list that an exception has stopped', () => {
    expect(messageFor(undefined)).to.match(/wrong with this list/);
  });

  it('takes texts in place of its own, made of the facts', () => {
    const german = { busy: ({ seconds = 0 }) => `Bitte ${seconds} Sekunden warten.` };
    expect(messageFor(http(429, 3_000), german)).to.equal('Bitte 3 Sekunden warten.');
    expect(messageFor(http(500), german)).to.match(/Try again later/);
  });

  it('law 14: says nothing of what a service or a source said, whatever that is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.string({ minLength: 4 }), (status, secret) => {
        const said = `«${secret}»`;
        const error = walkError('HttpFailure', { status, progress, errorName: said, errorInstanceId: said });
        expect(messageFor(error)).to.not.include(said);
        expect(JSON.stringify(messageFacts(error))).to.not.include(said);
      }),
    );
  });
});
