import { inspect } from 'node:util';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { type Observable, of } from 'rxjs';
import {
  basic,
  bearer,
  type Client,
  endpoint,
  explain,
  headers,
  recordWalks,
  signed,
} from '../../src/index';
import { createClient } from '../../src/client/createClient';
import { listObjects } from '../../src/model/endpoints/listObjects';
import { at, byCursor, byLink, query } from '../../src/paging/index';
import type { Transport, WalkError } from '../../src/index';
import { WalkFailure } from '../../src/walk/values/WalkFailure';
import { collect, gather } from '../support/collect';
import { token } from '../support/pages';
import { answer, ok, scriptedTransport } from '../support/scriptedTransport';
import { leftOf } from '../support/sides';

const credential = 'cred-7f3a';
const pageToken = 'tok/en+8b2c=';

/** Every way in which an error reaches a log. */
const printed = (error: WalkError): string =>
  [
    explain(error),
    JSON.stringify(error),
    JSON.stringify({ ...error }),
    inspect(error, { depth: Infinity, showHidden: true }),
    inspect(new WalkFailure(error), { depth: Infinity, showHidden: true }),
    String(new WalkFailure(error).stack),
    JSON.stringify(structuredClone(error)),
  ].join('\n');

describe('law 14: secrets stay in', () => {
  const second = {
    'a body that echoes both': answer(400, {
      errorCode: `bad ${pageToken}`,
      errorName: credential,
      errorInstanceId: encodeURIComponent(pageToken),
      parameters: { pageToken, [pageToken]: 1, deep: [{ authorization: `Bearer ${credential}` }] },
    }),
    'InvalidPageToken with its token': answer(400, {
      errorName: 'InvalidPageToken',
      parameters: { pageToken },
    }),
    'a refused credential': answer(401, { errorName: 'Bad', parameters: { token: credential } }),
    'a failure that names the url': E.left({
      _tag: 'NetworkFailure' as const,
      reason: `GET /x?pageToken=${encodeURIComponent(pageToken)} with Bearer ${credential}`,
    }),
    'a page that is none': ok({ data: 5, nextPageToken: 5 }),
    'a repeated token': ok({ data: [], nextPageToken: pageToken }),
    'a page that is no JSON': E.right({
      status: 200,
      headers: { 'content-type': `text/html; token=${pageToken}` },
      body: `<a href="?pageToken=${pageToken}">`,
    }),
  };

  it('not in the JSON of a client, which can be written while somebody hears its events', () => {
    const client = createClient({
      transport: scriptedTransport().transport,
      auth: bearer(credential),
    });
    const hearing = client.events.subscribe();
    expect(JSON.stringify(client)).to.equal('{"events":{}}');
    hearing.unsubscribe();
  });

  for (const [what, response] of Object.entries(second)) {
    it(`not in the error of ${what}`, async () => {
      const { transport } = scriptedTransport(ok({ data: [], nextPageToken: pageToken }), response);
      const client = createClient({ retry: false, transport, auth: bearer(credential) });
      const results = await collect(client.list({ ontologyRid: 'ri.o', objectType: 'employee' }));
      const told = printed(leftOf(results.at(-1)));
      for (const secret of [credential, pageToken, encodeURIComponent(pageToken)])
        expect(told).not.to.include(secret);
    });
  }

  for (const [what, auth, secret] of [
    ['a password that holds an ampersand', basic('me', 'hunter2&more'), 'hunter2&more'],
    [
      'the first word of a header',
      headers({ 'x-api-key': 'hunter2-first second' }),
      'hunter2-first',
    ],
    ['a word that is no scheme', headers({ authorization: 'hunter2-first x' }), 'hunter2-first'],
    ['a short credential behind a word', headers({ authorization: 'Mine abc' }), 'abc'],
    ['all but the scheme', headers({ authorization: 'bearer hunter2' }), 'hunter2'],
  ] as const) {
    it(`not ${what}`, async () => {
      const { transport } = scriptedTransport(
        answer(400, { message: `no ${secret}; no Bearer ${secret}, Bearer or Digest` }),
      );
      const [end] = await collect(
        createClient({ transport, auth }).list({ ontologyRid: 'o', objectType: 't' }),
      );
      expect(end).to.have.nested.property(
        'left.message',
        'no [redacted]; no Bearer [redacted], Bearer or Digest',
      );
    });
  }

  it('not in the client, its auth or its walks', () => {
    const { transport } = scriptedTransport();
    const auth = headers({ 'x-key': credential });
    const client = createClient({ transport, auth });
    const walk = client.list({ ontologyRid: 'o', objectType: 't' });
    expect(inspect([client, walk], { depth: Infinity, showHidden: true })).not.to.include(
      credential,
    );
  });

  it('not what the request at hand carries, however often it was sent, whatever its credentials were', async () => {
    let asked = 0;
    const echoing: Transport = ({ url, headers: sent }) =>
      of(
        url.includes('pageToken')
          ? answer(503, {
              errorName: `${url} ${sent.authorization ?? ''}`,
              parameters: { pageToken, ...sent },
            })
          : ok({ data: [], nextPageToken: pageToken }),
      );
    // Each request has another credential, as signatures do.
    const auth = signed(() => [{ authorization: `Signature ${credential}-${(asked += 1)}` }]);
    const client = createClient({
      transport: echoing,
      auth,
      retry: { attempts: 20, baseDelay: 0 },
    });
    const lines = gather(recordWalks(client));
    const events = gather(client.events);
    const [end] = await collect(client.list({ ontologyRid: 'ri.o', objectType: 'employee' }));
    expect(asked).to.equal(21);
    for (const text of [printed(leftOf(end)), ...lines, JSON.stringify(events)]) {
      for (const secret of [credential, pageToken, encodeURIComponent(pageToken)])
        expect(text).not.to.include(secret);
    }
  });

  it('not the token that a response itself brings: in what is wrong with its objects, its envelope, or in its words', async () => {
    const next = 'next-Zk39qLmP27x';
    const wrong = { data: [{ properties: { [next]: 'x' } }], nextPageToken: next };
    const errors = at('errors');
    const items = endpoint({
      name: 'n',
      method: 'GET',
      path: '/n',
      errors,
      paging: byCursor({ from: at('next'), to: query('after') }),
    });
    for (const [body, walk] of [
      [
        wrong,
        (client) =>
          client.list({
            ontologyRid: 'o',
            objectType: 't',
            properties: t.record(t.string, t.number),
          }),
      ],
      [
        { errors: [{ message: `no ${next.slice(0, -1)}` }], next },
        (client) => client.objects(items, {}),
      ],
      [
        { data: [], errors: { info: `no ${next}` }, paging: { next_cursor: next } },
        (client) => client.objects(items, {}),
      ],
    ] as ReadonlyArray<
      readonly [unknown, (client: Client) => Observable<E.Either<WalkError, unknown>>]
    >) {
      const { transport } = scriptedTransport(ok(body), ok({ data: [] }));
      const [end] = await collect(walk(createClient({ transport })));
      expect(explain(leftOf(end)))
        .to.include('[redacted]')
        .and.not.include(next.slice(0, 8));
    }
  });

  it('of a link only what the user did not write, and what is a key', async () => {
    const fields = { sort: t.string, api_key: t.string };
    const items = endpoint({
      name: 'n',
      method: 'GET',
      path: '/items',
      fields,
      paging: byLink(at('next')),
    });
    const page = ok({
      data: [],
      next: '/items?sort=nmae&api_key=a-key-of-mine&cursor=Zk39qLmP27x',
    });
    const refused = answer(400, {
      message: 'no sort nmae of /items for a-key-of-mine at Zk39qLmP27x',
    });
    const { transport } = scriptedTransport(page, refused, refused);
    const walk = createClient({ transport }).objects(items, {
      sort: 'nmae',
      api_key: 'a-key-of-mine',
    });
    for (const cursor of ['[redacted]', 'Zk39qLmP27x']) {
      expect((await collect(walk))[0]).to.have.nested.property(
        'left.message',
        `no sort nmae of /items for [redacted] at ${cursor}`,
      );
    }
  });

  it('none of the last 64 page tokens and of the last eight credentials, each of which counts once', async () => {
    // Without a part in common: what is like a secret is taken out, too.
    const keyOf = (n: number): string => (n * 982_451_653).toString(36);
    const tokens = Array.from({ length: 64 }, (_, index) => keyOf(index + 1));
    const keys = Array.from({ length: 8 }, (_, index) => keyOf(index + 65));
    let asked = 0;
    const { transport } = scriptedTransport(
      ...tokens.map((nextPageToken) => ok({ data: [], nextPageToken })),
      ...Array.from({ length: 7 }, () => answer(503, {})),
      answer(400, { errorName: tokens.join(), parameters: { tokens, keys } }),
    );
    const auth = signed(() => [{ 'x-signature': keyOf((asked += 1)) }]);
    const client = createClient({ transport, auth, retry: { attempts: 20, baseDelay: 0 } });
    const [end] = await collect(client.list({ ontologyRid: 'ri.o', objectType: 'employee' }));
    expect(end).to.have.nested.property('left._tag', 'HttpFailure');
    expect(asked).to.equal(72);
    expect(
      [...tokens, ...keys].filter((secret) => JSON.stringify(end).includes(secret)),
    ).to.deep.equal([]);
  });

  it('not in what is wrong with an object, nor in what is wrong with a page', async () => {
    const large = `{"properties":{"${credential}":[9007199254740993]}}`;
    const wrong = `{"properties":{"${pageToken}":"x","b":{"${credential}":"y"}}}`;
    const bodies = [
      `{"data":[${large},${wrong},${wrong},null]}`,
      `{"data":5,"${credential}":9007199254740993}`,
    ];
    const Numbers = t.record(t.string, t.union([t.number, t.record(t.string, t.number)]));
    const said: Array<string> = [];
    for (const body of bodies) {
      const transport: Transport = () => of(E.right({ status: 200, headers: {}, body }));
      const client = createClient({ transport, auth: bearer(credential) });
      const start = {
        ontologyRid: 'o',
        objectType: 't',
        properties: Numbers,
        pageToken: token(pageToken),
      };
      const pages = await collect(client.pages(listObjects, start));
      const errors: ReadonlyArray<E.Either<WalkError, unknown>> = [
        ...(await collect(client.list(start))),
        ...pages.flatMap((page): ReadonlyArray<E.Either<WalkError, unknown>> =>
          E.isRight(page) ? page.right.data : [page],
        ),
      ];
      for (const error of errors) {
        const refused = leftOf(error);
        said.push(
          explain(refused),
          ...('problems' in refused ? [JSON.stringify(refused.problems)] : []),
        );
      }
    }
    expect(said.length).to.be.above(18);
    expect(said.join())
      .to.include('[redacted]')
      .and.not.include(credential)
      .and.not.include(pageToken);
  });
});
