import '@angular/compiler';
import { inject, LOCALE_ID } from '@angular/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { injectMessageFor, type Messages, providePagewalk, withMessages } from '../../src/angular';
import { walkError, type WalkError } from '../../src/model/errors/WalkError';
import { scriptedTransport } from '../support/scriptedTransport';
import { application } from './support/angular';

type Tag = keyof Messages;
type Facts = Parameters<Messages[Tag]>[0];

const tags = Object.fromEntries(
  [
    'signIn',
    'notAllowed',
    'notFound',
    'busy',
    'offline',
    'slow',
    'unavailable',
    'limit',
    'broken',
  ].map((tag) => [tag, (facts: Facts) => JSON.stringify(facts)]),
) as unknown as Messages;

/** What an application says of an error. */
const messageFor = (
  error: WalkError | undefined,
  messages: Partial<Messages> = {},
  locale = 'en',
): string =>
  application(
    { provide: LOCALE_ID, useValue: locale },
    providePagewalk(scriptedTransport(), withMessages(messages)),
  ).run(injectMessageFor)(error);

const factsOf = (error: WalkError): Facts => JSON.parse(messageFor(error, tags)) as Facts;

const progress = { pages: 4, objects: 400, attempts: 1 };
const http = (status: number, retryAfter?: number): WalkError =>
  walkError('HttpFailure', { status, progress, ...(retryAfter !== undefined && { retryAfter }) });

const cases: ReadonlyArray<readonly [WalkError, Tag, RegExp]> = [
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
  [
    walkError('InvalidObject', { page: 0, index: 0, problems: [], record: 'secret' }),
    'broken',
    /wrong/,
  ],
  [walkError('ProtocolViolation', { rule: 'EmptyToken', progress }), 'broken', /wrong/],
];

describe('injectMessageFor', () => {
  for (const [error, tag, text] of cases) {
    it(`has a sentence for ${JSON.stringify(error)}`, () => {
      expect(factsOf(error).tag).to.equal(tag);
      expect(messageFor(error)).to.match(text);
      expect(messageFor(error)).to.match(/^[A-Z].*\.$/);
    });
  }

  it('has one for a list that an exception has stopped', () =>
    expect(messageFor(undefined)).to.equal(''));

  it('takes texts in place of its own, made of the facts', () => {
    const german = { busy: ({ seconds = 0 }) => `Bitte ${seconds} Sekunden warten.` };
    expect(messageFor(http(429, 3_000), german)).to.equal('Bitte 3 Sekunden warten.');
    expect(messageFor(http(500), german)).to.match(/Try again later/);
  });

  it('writes numbers as the locale does', () => {
    const many = walkError('RetrievalLimitExceeded', {
      status: 400,
      progress: { ...progress, objects: 10_000 },
    });
    const german = {
      limit: ({ objects }: Facts, format: (value: number) => string) => format(objects),
    };
    expect(messageFor(many)).to.include('first 10,000 only');
    expect(messageFor(many, {}, 'de')).to.include('first 10.000 only');
    expect(messageFor(many, german, 'de')).to.equal('10.000');
    // Angular's own pipes take it.
    expect(messageFor(many, german, 'de_DE')).to.equal('10.000');
  });

  it('takes texts from a function that injects, and needs neither those nor a locale', () => {
    const slow = walkError('TimedOut', { after: 5, progress });
    const named = withMessages(() => {
      const locale = inject(LOCALE_ID);
      return { slow: () => locale };
    });
    const app = application(
      { provide: LOCALE_ID, useValue: 'fi' },
      providePagewalk(scriptedTransport(), named),
    );
    expect(app.run(injectMessageFor)(slow)).to.equal('fi');
    expect(application().run(injectMessageFor)(slow)).to.match(/too long/);
  });

  it('law 14: says nothing of what a service or a source said, whatever that is', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 599 }),
        fc.string({ minLength: 4 }),
        (status, secret) => {
          const said = `«${secret}»`;
          const error = walkError('HttpFailure', {
            status,
            progress,
            errorName: said,
            errorInstanceId: said,
          });
          expect(messageFor(error)).to.not.include(said);
          expect(JSON.stringify(factsOf(error))).to.not.include(said);
        },
      ),
    ));
});
