import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { inspect } from 'node:util';
import { asyncScheduler, concatMap, delay, merge, of, Subject, take, timer } from 'rxjs';
import { clientCredentials, createClient, explain, fetchTransport } from '../../../src/index';
import type { Received } from '../../../src/transport/singleExchange';
import { readTokens } from '../../../src/client/credentials/readTokens';
import { withService } from '../../service/support/withService';
import { collect } from '../../support/collect';
import { inVirtualTime } from '../../support/inVirtualTime';
import { answer, ok } from '../../support/scriptedTransport';
import { withServer } from '../../support/withServer';
import { type Answer, endpointOf, list, options, page, serviceOf } from './support/oauth';

const clientSecret = 'S3cret key/1';
const given = { ...options, clientSecret };

/** How a walk ends whose token endpoint gives this, in words. */
const endOf = async (answered: Answer): Promise<string> => {
  const { transport } = endpointOf(() => answered);
  const [end] = await collect(
    serviceOf()
      .client(clientCredentials({ ...given, transport }), false)
      .list(list),
  );
  expect(inspect(end, { depth: 9 })).not.to.match(/S3cret|UzNjcmV0/);
  return end !== undefined && E.isLeft(end) ? explain(end.left) : 'complete';
};

describe('law 46: clientCredentials', () => {
  it('asks once for all walks, before the first request: a form, with id and secret in a header', async () => {
    const { requests, transport } = endpointOf();
    const service = serviceOf();
    const auth = clientCredentials({
      ...given,
      scope: 'a b',
      params: { audience: 'api' },
      transport,
    });
    const client = service.client(auth);
    await Promise.all([1, 2, 3].map(() => collect(client.list(list))));
    expect(service.tokens()).to.deep.equal(['t1', 't1', 't1']);
    expect(requests).to.deep.equal([
      {
        method: 'POST',
        url: '/oauth/token',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          // Both are encoded as in a form before they are joined.
          authorization: `Basic ${btoa('reports:S3cret+key%2F1')}`,
        },
        body: 'grant_type=client_credentials&audience=api&scope=a+b',
      },
    ]);
  });

  it('or in the form', async () => {
    const { requests, transport } = endpointOf();
    await collect(
      serviceOf()
        .client(clientCredentials({ ...given, sendAs: 'body', transport }))
        .list(list),
    );
    expect(requests[0]?.headers).not.to.have.property('authorization');
    expect(requests[0]?.body).to.equal(
      'grant_type=client_credentials&client_id=reports&client_secret=S3cret+key%2F1',
    );
  });

  it('renews when a tenth of the time is left, at least 5 and at most 60 s, but never more than half of it', () => {
    const renewedAfter = (expires_in: unknown): number | undefined => {
      const tokens = readTokens(ok({ access_token: 'a', expires_in }) as Received, 7_000, []);
      return E.isRight(tokens) ? (tokens.right.renewAt - 7_000) / 1_000 : undefined;
    };
    const known = [3_600, 300, 100, 20, 10, 5, 1, '100'];
    expect(known.map(renewedAfter)).to.deep.equal([3_540, 270, 90, 15, 5, 2.5, 0.5, 90]);
    const unknown = [undefined, null, 'soon', '', 0, -5, '-5', [], {}, true];
    expect(unknown.map(renewedAfter)).to.deep.equal(unknown.map(() => Infinity));
  });

  it('an hour with 64 walks: a renewal in 270 s, nobody waits for it, and no token is sent that has expired', () => {
    const issued: Array<number> = [];
    const { transport } = endpointOf((count) => {
      issued.push(asyncScheduler.now() / 1_000);
      // Every fifth renewal fails, and all take their time.
      return of(
        count % 5 === 4 ? answer(503, {}) : ok({ access_token: `${count}`, expires_in: 300 }),
      ).pipe(delay(2_000));
    });
    const service = serviceOf(() => {
      const isLast = asyncScheduler.now() > 3_600_000;
      return of(ok({ data: [], ...(!isLast && { nextPageToken: `${Math.random()}` }) })).pipe(
        delay(60_000),
      );
    });
    const ends: Array<string> = [];
    inVirtualTime(() => {
      const client = service.client(clientCredentials({ ...given, transport }));
      for (let walk = 0; walk < 64; walk += 1) {
        timer(walk * 900)
          .pipe(concatMap(() => client.list(list)))
          .subscribe(({ _tag }) => ends.push(_tag));
      }
    });
    expect(ends).to.deep.equal([]);
    expect(service.sent).to.have.length.above(64 * 59);
    expect(
      Math.max(...service.sent.map(([at, token]) => at - (issued[Number(token) - 1] ?? 0))),
    ).to.be.below(300);
    const gaps = service.sent
      .slice(3)
      .map(([at], index) => at - (service.sent[index + 2]?.[0] ?? 0));
    expect(Math.max(...gaps)).to.be.below(6);
    // 14 tokens, and three that failed.
    expect(issued).to.have.lengthOf(17);
  });

  it('while the token is good a renewal that failed ends nothing, and the next one is 5 s later, or when it says', () => {
    const asked: Array<number> = [];
    const busy: Answer = E.right({ status: 429, headers: { 'retry-after': '7' }, body: '{}' });
    const { transport } = endpointOf(
      (count) => {
        asked.push(asyncScheduler.now() / 1_000);
        return [undefined, answer(503, {}), answer(400, {}), busy][count - 1];
      },
      { expires_in: 600 },
    );
    const service = serviceOf();
    const ends: Array<string> = [];
    inVirtualTime(() => {
      const client = service.client(clientCredentials({ ...given, transport }), false);
      merge(timer(0), timer(535_000, 500).pipe(take(60)))
        .pipe(concatMap(() => client.list(list)))
        .subscribe(({ _tag }) => ends.push(_tag));
    });
    expect(asked).to.deep.equal([0, 540, 545, 550, 557]);
    expect([ends.length, service.tokens().at(-1)]).to.deep.equal([0, 't5']);
  });

  const says = 'Unauthorized: the token endpoint gave ';
  const denied = {
    error: 'invalid_client',
    error_description: 'Unknown client, or S3cret key/1 is wrong',
  };
  const unknown = 'invalid_client: Unknown client, or [redacted] is wrong';
  const mac = ok({ access_token: 'mac-token-1', token_type: 'mac' });
  const odd = ok({ access_token: 'odd-token-1', token_type: { toString: 1, valueOf: 1 } });
  const reset: Answer = E.left({ _tag: 'NetworkFailure', reason: 'reset' });
  const failures: ReadonlyArray<readonly [what: string, given: Answer, end: string]> = [
    ['401', answer(401, denied), `${says}no token: 401 ${unknown}`],
    ['an error of 200', answer(200, denied), `${says}no token: 200 ${unknown}`],
    ['400 without words', answer(400, 'S3cret key/1'), `${says}no token: 400`],
    ['a redirect', answer(302, {}), `${says}no token: 302`],
    ['503', answer(503, {}), `${says}no token: 503`],
    ['another type', mac, `${says}a token of another type than bearer: mac`],
    ['a type that is no text', odd, `${says}a token of another type than bearer: object`],
    ['no token', ok({ token_type: 'bearer' }), `${says}no access_token`],
    ['an empty token', ok({ access_token: '' }), `${says}no access_token`],
    ['no header', ok({ access_token: 'a\nb' }), `${says}a token that no header can carry`],
    [
      'no JSON',
      E.right({ status: 200, headers: {}, body: '<html>' }),
      `${says}a response whose body is not JSON`,
    ],
    [
      'too much',
      ok({ access_token: 'a'.repeat(70_000) }),
      `${says}a response whose body is larger than 65536 bytes`,
    ],
    [
      'too many bytes',
      ok({ access_token: 'token-1', more: 'ä'.repeat(40_000) }),
      `${says}a response whose body is larger than 65536 bytes`,
    ],
    ['no UTF-8', E.left({ _tag: 'NotUtf8' }), `${says}a response whose body is not UTF-8`],
    ['a broken network', reset, 'NetworkFailure: no response: the token endpoint: reset'],
  ];
  for (const [what, answered, end] of failures) {
    it(`ends the walk: ${what}`, async () => expect(await endOf(answered)).to.equal(end));
  }

  it('keeps a token whose lifetime cannot be read until it is refused', async () =>
    expect(await endOf(ok({ access_token: 'a-token-1', expires_in: { toString: 1 } }))).to.equal(
      'complete',
    ));

  it('asks again, as law 11 says, what may pass, and hears its Retry-After', () => {
    const asked: Array<number> = [];
    const busy: Answer = E.right({ status: 429, headers: { 'retry-after': '7' }, body: '{}' });
    const { transport } = endpointOf((count) => {
      asked.push(asyncScheduler.now() / 1_000);
      return [busy, answer(503, {}), reset][count - 1];
    });
    const service = serviceOf();
    inVirtualTime(() => {
      const retry = { baseDelay: 0 };
      service
        .client(clientCredentials({ ...given, transport }), retry)
        .list(list)
        .subscribe();
    });
    expect(asked).to.deep.equal([0, 7, 7, 7]);
    expect(service.tokens()).to.deep.equal(['t4']);
  });

  it('waits 30 s for a response, and no longer', () => {
    const ends: Array<unknown> = [];
    inVirtualTime(() => {
      const auth = clientCredentials({ ...given, transport: () => new Subject() });
      serviceOf()
        .client(auth, false)
        .list(list)
        .subscribe((end) => ends.push(asyncScheduler.now(), E.isLeft(end) && end.left._tag));
    });
    expect(ends).to.deep.equal([30_000, 'TimedOut']);
  });

  it('law 12: after a 401 once for all walks, and a second 401 ends them', async () => {
    const { requests, transport } = endpointOf();
    const service = serviceOf((token) => (token === 't1' ? answer(401, {}) : page));
    const client = service.client(clientCredentials({ ...given, transport }));
    await Promise.all([1, 2].map(() => collect(client.list(list))));
    expect([service.tokens(), requests.length]).to.deep.equal([['t1', 't2', 't2'], 2]);
    const refusing = serviceOf(() => answer(401, {})).client(
      clientCredentials({ ...given, transport }),
    );
    expect(await collect(refusing.list(list))).to.have.nested.property(
      '[0].left.reason',
      'the credential was refused',
    );
  });

  it('does not use a token that was forgotten while it was asked for; a walk that waits asks again', () => {
    const answers = [new Subject<Answer>(), new Subject<Answer>()];
    const { requests, transport } = endpointOf((count) => answers[count - 1]);
    const service = serviceOf();
    const client = service.client(clientCredentials({ ...given, transport }));
    client.list(list).subscribe();
    client.forgetCredentials();
    answers[0]?.next(ok({ access_token: 'of another session' }));
    answers[1]?.next(ok({ access_token: 'new' }));
    expect([service.tokens(), requests.length]).to.deep.equal([['new'], 2]);
  });

  it('refuses options that cannot be right, without repeating them', () => {
    const wrong: ReadonlyArray<readonly [object, RegExp]> = [
      [{ tokenURL: 'http://login.example.com/' }, /tokenURL must be an https address/],
      [{ tokenURL: 'login' }, /tokenURL must be an https address/],
      [{ tokenURL: 'https://S3cret@login.example.com/' }, /no user, no password and no fragment/],
      [{ tokenURL: 'https://login.example.com/#' }, /no user, no password and no fragment/],
      [{ clientId: '' }, /clientId must be a string that is not empty/],
      [{ clientSecret: undefined }, /clientSecret must be a string that is not empty/],
      [{ scope: 7 }, /scope must be a string/],
      [{ params: { audience: 7 } }, /params: audience must be a string/],
      [{ params: { client_secret: 'S3cret' } }, /client_secret must not be in params/],
      [{ sendAs: 'query' }, /sendAs must be 'basic' or 'body'/],
      [{ clientsecret: 'S3cret' }, /does not know the option clientsecret/],
    ];
    for (const [more, message] of wrong) {
      expect(() => clientCredentials({ ...given, ...more }))
        .to.throw(TypeError, message)
        .and.to.have.property('message')
        .that.does.not.match(/S3cret/);
    }
    for (const host of ['localhost', '127.0.0.1:8080', '[::1]'])
      clientCredentials({ ...given, tokenURL: `http://${host}/token` });
  });

  it('over HTTP', () =>
    withService({ objects: { thing: [{ id: 1 }] } }, ({ url, ontologyRid, token }) => {
      const bodies: Array<string> = [];
      return withServer(
        (request, response) => {
          request.on('data', (chunk) => bodies.push(String(chunk)));
          response.end(JSON.stringify({ access_token: token, expires_in: 3_600 }));
        },
        async (login) => {
          const auth = clientCredentials({ ...given, tokenURL: `${login}/token` });
          const client = createClient({ transport: fetchTransport({ baseURL: url }), auth });
          expect(await collect(client.list({ ontologyRid, objectType: 'thing' }))).to.have.lengthOf(
            1,
          );
          expect(bodies).to.deep.equal(['grant_type=client_credentials']);
        },
      );
    }));
});
