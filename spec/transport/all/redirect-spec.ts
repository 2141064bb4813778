import axios from 'axios';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { RequestListener } from 'node:http';
import { Agent, interceptors } from 'undici';
import { Agent as OldAgent, interceptors as oldInterceptors } from 'undici-oldest';
import { axiosTransport, createClient, fetchTransport, type Transport } from '../../../src/index';
import { undiciTransport } from '../../../src/node/undiciTransport';
import { collect } from '../../support/collect';
import { leftOf, rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { exchange, get, post } from '../support/exchange';
import { transports } from '../support/transports';

/** A server that counts who comes. */
const counting = (): { readonly answer: RequestListener; hits: number } => {
  const counter = {
    hits: 0,
    answer: ((_, response) => {
      counter.hits += 1;
      response.end('the target');
    }) satisfies RequestListener,
  };
  return counter;
};

const following: Readonly<Record<string, (baseURL: string) => Transport>> = {
  ...Object.fromEntries(Object.entries(transports).map(([name, { to }]) => [name, to])),
  'axiosTransport over an instance that says to follow': (baseURL) =>
    axiosTransport(axios.create({ baseURL, maxRedirects: 5 })),
  'axiosTransport over a fetch instance that says to follow': (baseURL) =>
    axiosTransport(
      axios.create({
        baseURL,
        adapter: axios.getAdapter('fetch'),
        fetchOptions: { redirect: 'follow' },
        maxRedirects: 5,
      }),
    ),
  'undiciTransport over a dispatcher that follows': (baseURL) =>
    undiciTransport({
      baseURL,
      dispatcher: new Agent().compose(interceptors.redirect({ maxRedirections: 5 })),
    }),
  'undiciTransport over an old dispatcher that follows': (baseURL) =>
    undiciTransport({
      baseURL,
      dispatcher: new OldAgent().compose(oldInterceptors.redirect({ maxRedirections: 5 })),
    }),
};

for (const [name, to] of Object.entries(following)) {
  describe(`law 14: ${name} follows no redirect`, () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`${status} to another origin: the credential stays, the redirect is the response`, async () => {
        const elsewhere = counting();
        const response = await withServer(elsewhere.answer, (target) =>
          withServer(
            (_, answer) => answer.writeHead(status, { location: `${target}/p` }).end('moved'),
            async (url) =>
              rightOf(await exchange(to(url), get('/p', { authorization: 'Bearer s3cr3t' }))),
          ),
        );
        expect(elsewhere.hits).to.equal(0);
        expect(response).to.include({ status, body: 'moved' });
        expect(response.headers.location).to.match(/\/p$/);
      });
    }

    it('to the same origin either, of a POST as of a GET, and ends the walk with its status', async () => {
      let hits = 0;
      await withServer(
        (_, answer) => {
          hits += 1;
          answer.writeHead(302, { location: '/again' }).end();
        },
        async (url) => {
          expect(rightOf(await exchange(to(url), get('/p'))).status).to.equal(302);
          expect(rightOf(await exchange(to(url), post('/p', '{}'))).status).to.equal(302);
          const client = createClient({ transport: to(url), retry: { attempts: 3, baseDelay: 1 } });
          const [end] = await collect(client.list({ ontologyRid: 'o', objectType: 't' }));
          expect(end && leftOf(end)).to.deep.include({ _tag: 'HttpFailure', status: 302 });
        },
      );
      expect(hits).to.equal(3);
    });
  });
}

describe('law 14: a redirect that a browser hides', () => {
  it('is told by axiosTransport', async () => {
    const adapter = () =>
      Promise.resolve({ status: 0, statusText: '', headers: {}, data: '', config: {} as never });
    const transport = axiosTransport(axios.create({ adapter, validateStatus: null }));
    expect(await exchange(transport, get('/p')))
      .to.have.nested.property('left.reason')
      .that.matches(/redirect/);
  });

  const hiding = [
    { status: 0, redirected: false, headers: new Headers(), body: null },
    { status: 200, redirected: true, headers: new Headers(), body: null },
  ];

  for (const response of hiding) {
    it(`is told by fetchTransport: ${JSON.stringify(response)}`, async () => {
      const transport = fetchTransport({
        baseURL: 'http://127.0.0.1',
        fetch: () => Promise.resolve(response),
      });
      expect(await exchange(transport, get('/p'))).to.deep.equal(
        E.left({ _tag: 'NetworkFailure', reason: 'redirects are not followed', permanent: true }),
      );
    });
  }
});
