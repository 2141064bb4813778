import { expect } from 'chai';
import { concat, Subject, throwError } from 'rxjs';
import { bearer } from '../../../src/client/bearer';
import { createClient } from '../../../src/client/createClient';
import { headers } from '../../../src/client/headers';
import type { WalkError } from '../../../src/model/errors/WalkError';
import { answer, ok, scriptedTransport } from '../../support/scriptedTransport';

const params = { ontologyRid: 'o', objectType: 't' };

const errorOf = (thrown: unknown): WalkError | undefined => {
  let error: WalkError | undefined;
  const auth = bearer(() => throwError(() => thrown));
  createClient({ ...scriptedTransport(), auth, retry: false })
    .list(params)
    .subscribe((result) => {
      if (result._tag === 'Left') error = result.left;
    });
  return error;
};

const passing: Readonly<Record<string, unknown>> = {
  'fetch of Chrome': new TypeError('Failed to fetch'),
  'fetch of Firefox': new TypeError('NetworkError when attempting to fetch resource.'),
  'fetch of Safari': new TypeError('Load failed'),
  'fetch of Node': new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }),
  'HttpClient without a response': { name: 'HttpErrorResponse', status: 0 },
  'HttpClient, 503': { name: 'HttpErrorResponse', status: 503 },
  'axios without a response': { name: 'AxiosError', code: 'ERR_NETWORK' },
  'axios, 502': { name: 'AxiosError', code: 'ERR_BAD_RESPONSE', response: { status: 502 } },
  'node:http': Object.assign(new Error('connect'), { code: 'ECONNRESET' }),
  'a timeout of rxjs': Object.assign(new Error('over'), { name: 'TimeoutError' }),
  'a timeout of the platform': new DOMException('over', 'TimeoutError'),
};

const final: Readonly<Record<string, unknown>> = {
  'HttpClient, 401': { name: 'HttpErrorResponse', status: 401 },
  'axios, 400': { name: 'AxiosError', code: 'ERR_BAD_REQUEST', response: { status: 400 } },
  'an error of the program': new TypeError('x is not a function'),
  'an error of the user': new Error('signed out'),
  nothing: undefined,
  'a string': 'Failed to fetch',
};

describe('a credential source that fails', () => {
  for (const [what, thrown] of Object.entries(passing)) {
    it(`because it cannot be reached is a NetworkFailure: ${what}`, () => {
      expect(errorOf(thrown)).to.deep.include({ _tag: 'NetworkFailure', reason: 'the credential source failed' });
    });
  }

  for (const [what, thrown] of Object.entries(final)) {
    it(`for any other reason is Unauthorized: ${what}`, () => {
      expect(errorOf(thrown)).to.deep.include({ _tag: 'Unauthorized', reason: 'the credential source failed' });
    });
  }

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
    expect(script.requests.map(({ headers: { key } }) => key)).to.deep.equal(['token-1', 'token-2']);
    expect(types).to.deep.equal(['retry', 'request', 'retry', 'request', 'page', 'end']);
  });
});

describe('forgetCredentials', () => {
  const sent = ({ requests }: ReturnType<typeof scriptedTransport>) => requests.map(({ headers: { k } }) => k);

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
