import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, concat, of, Subject, throwError } from 'rxjs';
import {
  bearer,
  createClient,
  endpoint,
  explain,
  headers,
  type WalkError,
} from '../../../src/index';
import { byPageNumber, query } from '../../../src/paging';
import { collect, gather } from '../../support/collect';
import { inVirtualTime } from '../../support/inVirtualTime';
import { marbles } from '../../support/marbles';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';
import { leftOf } from '../../support/sides';

const params = { ontologyRid: 'o', objectType: 't' };
const progress = { pages: 0, objects: 0, attempts: 0 };

const errorOf = (thrown: unknown): WalkError => {
  const auth = bearer(() => throwError(() => thrown));
  return leftOf(
    gather(createClient({ ...scriptedTransport(), auth, retry: false }).list(params))[0],
  );
};

const withCode = (...codes: ReadonlyArray<string>) =>
  Object.fromEntries(codes.map((code) => [code, { code }]));
const passing: Readonly<Record<string, unknown>> = {
  'fetch of Chrome': new TypeError('Failed to fetch'),
  'fetch of Firefox': new TypeError('NetworkError when attempting to fetch resource.'),
  'fetch of Safari': new TypeError('Load failed'),
  'fetch of Node': new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }),
  'HttpClient without a response': { name: 'HttpErrorResponse', status: 0 },
  ...withCode('ERR_NETWORK', 'ECONNRESET', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'ERR_STREAM_DESTROYED'),
  'a timeout of rxjs': Object.assign(new Error('over'), { name: 'TimeoutError' }),
  'a timeout of the platform': new DOMException('over', 'TimeoutError'),
};

const final: Readonly<Record<string, unknown>> = {
  'HttpClient, 401': { name: 'HttpErrorResponse', status: 401 },
  'statusCode: 403': { statusCode: 403 },
  'axios, 400': { name: 'AxiosError', code: 'ERR_BAD_REQUEST', response: { status: 400 } },
  'an error of the program': new TypeError('x is not a function'),
  'an error of the user': new Error('signed out'),
  nothing: undefined,
  'a string': 'Failed to fetch',
  'a code that is no text': { code: Object.create(null) as unknown },
  ...withCode(
    'auth/user-token-expired',
    'NotAuthorizedException',
    'invalid_grant',
    'ERR_INVALID_ARG_TYPE',
    'ENOENT',
  ),
};

describe('a credential source that fails', () => {
  const failed = 'the credential source failed';
  for (const [what, thrown] of Object.entries({ ...passing, ...final })) {
    const _tag = what in passing ? 'NetworkFailure' : 'Unauthorized';
    it(`is a ${_tag}: ${what}`, () =>
      expect(errorOf(thrown)).to.deep.include({ _tag, reason: failed }));
  }

  it('says the status of what was thrown, or the first line of its message', () => {
    const explained = (thrown: unknown): string =>
      explain(errorOf(thrown)).replace(/^Unauthorized: the credential source failed/, '');
    for (const status of [400, 401, 403, 408, 429, 500, 503, 520]) {
      expect(explained({ name: 'HttpErrorResponse', status, message: 'Http failure' })).to.equal(
        `: ${status}`,
      );
      expect(explained({ code: 'ERR_BAD_RESPONSE', response: { status }, message: 'x' })).to.equal(
        `: ${status}`,
      );
    }
    expect(explained(new Error('signed out\n  at login.ts'))).to.equal(': signed out');
    expect(explained(new Error('\n\u0007 no\u200bbody  '))).to.equal(': no body');
    expect(
      explained(
        new Error(
          'connect ECONNREFUSED 127.0.0.1:443, (AADSTS50034): see login.example.com after 30000ms',
        ),
      ),
    ).to.equal(
      ': connect ECONNREFUSED 127.0.0.1:443, (AADSTS50034): see login.example.com after 30000ms',
    );
    expect(explained(new Error('word '.repeat(1e6)))).to.have.lengthOf.below(510);
    expect(explained(new TypeError('Failed to fetch'))).to.equal(
      'NetworkFailure: no response: the credential source failed: Failed to fetch',
    );
    for (const silent of [undefined, 'a string', {}, { message: 7 }, new Error('')])
      expect(explained(silent)).to.equal('');
  });

  it('law 14: shows nothing of a secret in it', () => {
    const url = 'https://ada:pw-4711@login.example.com/oauth?client_secret=cs-4711';
    const texts = [
      `GET ${url} failed`,
      'password=pw-4711 refused',
      '{"refresh_token": "rt-4711"}',
      'Bearer at-4711',
      'a'.repeat(40) + '4711',
    ];
    for (const text of texts) expect(explain(errorOf(new Error(text)))).not.to.include('4711');
  });

  it('law 14: nor of the credential that was refused, in any walk that waits for another one', async () => {
    const asked = new Subject<string>();
    const auth = bearer((stale) => (stale === undefined ? ['ZkQxqLmPxxxW'] : asked));
    const client = createClient({ transport: () => of(answer(401, {})), auth });
    const walks = [1, 2].map(() => collect(client.list(params)));
    asked.error(new Error('cannot renew ZkQxqLmPxxxW'));
    for (const walk of walks) {
      const text = JSON.stringify(await walk);
      expect(text).to.include('cannot renew [redacted]').and.not.to.include('ZkQx');
    }
  });

  const statusFields: Readonly<Record<string, (status: number) => object>> = {
    status: (status) => ({ status }),
    statusCode: (statusCode) => ({ statusCode }),
    'response.status': (status) => ({ response: { status } }),
    $metadata: (httpStatusCode) => ({ $metadata: { httpStatusCode } }),
  };
  for (const [field, withStatus] of Object.entries(statusFields))
    it(`a login that got a 503 (${field}) is asked again, and its last status is that of the Unauthorized`, () => {
      const statuses = [503, 429, 520];
      const explained: Array<string> = [];
      const auth = bearer(() => throwError(() => withStatus(statuses.shift() ?? 500)));
      const client = createClient({
        ...scriptedTransport(),
        auth,
        retry: (_, attempts) => (attempts > 3 ? O.none : O.some(1)),
      });
      inVirtualTime(() => {
        client.events.subscribe((event) => {
          if (event.type === 'retry') explained.push(explain({ ...event.failure, progress }));
          if (event.type === 'end') explained.push(explain(event.error ?? expect.fail('no error')));
        });
        client.list(params).subscribe();
      });
      expect(explained).to.deep.equal([
        ...[503, 429, 520].map(
          (status) => `NetworkFailure: the credential source failed: ${status}`,
        ),
        'Unauthorized: the credential source failed: 500',
      ]);
    });

  it('beside what the service said when it refused the last one, unless the source got a response itself', async () => {
    const lastOf = async (thrown: unknown): Promise<unknown> => {
      const auth = bearer((stale) => (stale === undefined ? ['t1'] : throwError(() => thrown)));
      const client = createClient({
        transport: () => of(answer(401, { message: 'token expired' })),
        auth,
      });
      return (await collect(client.list(params))).map((result) =>
        E.isLeft(result) ? explain(result.left) : '',
      );
    };
    expect(await lastOf(undefined)).to.deep.equal([
      'Unauthorized: the credential source failed: 401: token expired (pages 0, objects 0, attempts 1)',
    ]);
    expect(await lastOf({ status: 400 })).to.deep.equal([
      'Unauthorized: the credential source failed: 400 (pages 0, objects 0, attempts 1)',
    ]);
  });

  it('for a passing reason is asked again as the policy says, before the first request and after a refusal', async () => {
    const asked: Array<string | undefined> = [];
    const answers = ['offline', 'token-1', 'offline', 'token-2'];
    const auth = headers((stale) => {
      asked.push(stale?.key);
      const key = answers.shift() ?? '';
      return key === 'offline' ? throwError(() => new TypeError('Failed to fetch')) : [{ key }];
    });
    const script = scriptedTransport(answer(401, {}), ok({ data: [{ properties: {} }] }));
    const types: Array<string> = [];
    const client = createClient({ ...script, auth, retry: { baseDelay: 0 } });
    client.events.subscribe(({ type }) => types.push(type));
    const tags: Array<string> = [];
    await new Promise<void>((complete) => {
      client.list(params).subscribe({ next: ({ _tag }) => tags.push(_tag), complete });
    });
    expect([tags, asked]).to.deep.equal([['Right'], [undefined, undefined, 'token-1', 'token-1']]);
    expect(script.requests.map(({ headers: { key } }) => key)).to.deep.equal([
      'token-1',
      'token-2',
    ]);
    expect(types).to.deep.equal(['retry', 'request', 'retry', 'request', 'page', 'end']);
  });

  const attempts = ['retry 1', 'retry 1', 'retry 1', 'request 1', 'retry 1', 'request 2'];
  for (const readAhead of [0, 2]) {
    it(
      `law 11: waits as long as the policy says before it is asked again, also before a first request (readAhead ${readAhead})`,
      marbles(({ flush }) => {
        const asked: Array<number> = [];
        const auth = bearer(() =>
          asked.push(asyncScheduler.now()) < 4
            ? throwError(() => new TypeError('Failed to fetch'))
            : 't',
        );
        const script = scriptedTransport(answer(503, {}), ok({ data: [] }));
        const events: Array<string> = [];
        const paging = byPageNumber({ to: query('page') });
        const numbered = endpoint({ name: 'n', method: 'GET', path: '/n', paging });
        const client = createClient({ ...script, auth, retry: () => O.some(300) });
        client.events.subscribe((event) =>
          events.push('attempt' in event ? `${event.type} ${event.attempt}` : event.type),
        );
        client.objects(numbered, { readAhead }).subscribe();
        flush();
        expect(asked.slice(0, 4)).to.deep.equal([0, 300, 600, 900]);
        expect(
          events.filter((event) => /^(retry|request) /.test(event)).slice(0, attempts.length),
        ).to.deep.equal(attempts);
      }),
    );
  }
});

describe('forgetCredentials', () => {
  const sent = ({ requests }: ReturnType<typeof scriptedTransport>) =>
    requests.map(({ headers: { k } }) => k);

  it('lets the next request ask a function source again, without a stale one', () => {
    const asked: Array<unknown> = [];
    const auth = headers((stale) => [{ k: `key-${asked.push(stale)}` }]);
    const script = scriptedTransport(ok({ data: [] }), ok({ data: [] }), ok({ data: [] }));
    const client = createClient({ ...script, auth });
    client.list(params).subscribe();
    client.list(params).subscribe();
    client.forgetCredentials();
    client.list(params).subscribe();
    expect([sent(script), asked]).to.deep.equal([
      ['key-1', 'key-1', 'key-2'],
      [undefined, undefined],
    ]);
  });

  it('drops what a source is about to give: those who wait for it are given the next one', () => {
    const sources = [new Subject<{ k: string }>(), new Subject<{ k: string }>()];
    let asked = 0;
    const auth = headers(() => sources[asked++] ?? []);
    const script = scriptedTransport(ok({ data: [] }), ok({ data: [] }));
    const client = createClient({ ...script, auth });
    client.list(params).subscribe();
    client.forgetCredentials();
    sources[0]?.next({ k: 'of the session before' });
    expect([sent(script), asked]).to.deep.equal([[], 2]);
    client.list(params).subscribe();
    sources[1]?.next({ k: 'of this one' });
    expect([sent(script), asked]).to.deep.equal([['of this one', 'of this one'], 2]);
  });

  for (const what of ['resolves', 'rejects']) {
    it(`asks nobody when a promise that was forgotten ${what} and no walk waits; a walk that waits asks again`, async () => {
      const settles: Array<() => void> = [];
      const auth = headers(
        () =>
          new Promise<{ k: string }>((resolve, reject) => {
            const late =
              what === 'resolves'
                ? resolve.bind(null, { k: 'late' })
                : reject.bind(null, new Error('late'));
            settles.push(settles.length === 0 ? late : resolve.bind(null, { k: 'new' }));
          }),
      );
      const script = scriptedTransport(ok({ data: [] }));
      const client = createClient({ ...script, auth });
      const waiting = client.list(params).subscribe();
      if (what === 'resolves') waiting.unsubscribe();
      client.forgetCredentials();
      settles[0]?.();
      await new Promise(setImmediate);
      expect(settles.length).to.equal(what === 'resolves' ? 1 : 2);
      const walk = what === 'resolves' ? collect(client.list(params)) : new Promise(setImmediate);
      settles[1]?.();
      await walk;
      expect(sent(script)).to.deep.equal(['new']);
    });
  }

  it('changes nothing for a client without auth, with a fixed credential, or with one that is pushed', () => {
    const pushed = concat([{ k: 'pushed' }]);
    for (const [auth, expected] of [
      [undefined, undefined],
      [headers({ k: 'fixed' }), 'fixed'],
      [headers(pushed), 'pushed'],
    ] as const) {
      const script = scriptedTransport(ok({ data: [] }), ok({ data: [] }));
      const client = createClient({ ...script, auth });
      client.list(params).subscribe();
      client.forgetCredentials();
      client.list(params).subscribe();
      expect(sent(script)).to.deep.equal([expected, expected]);
    }
  });
});
