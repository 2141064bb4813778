import axios from 'axios';
import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { axiosTransport } from '../../src/transport/axiosTransport';
import type { Transport } from '../../src/transport/Transport';
import { rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { adapters, exchange, get, post } from './exchange';

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
  ...adapters,
  'an instance that says to follow': (baseURL) => axiosTransport(axios.create({ baseURL, maxRedirects: 5 })),
  'a fetch instance that says to follow': (baseURL) =>
    axiosTransport(
      axios.create({
        baseURL,
        adapter: axios.getAdapter('fetch'),
        fetchOptions: { redirect: 'follow' },
        maxRedirects: 5,
      }),
    ),
};

for (const [name, to] of Object.entries(following)) {
  describe(`law 14: axiosTransport follows no redirect (${name})`, () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`${status} to another origin: the credential stays, the redirect is the response`, async () => {
        const elsewhere = counting();
        const response = await withServer(elsewhere.answer, (target) =>
          withServer(
            (_, answer) => answer.writeHead(status, { location: `${target}/p` }).end('moved'),
            async (url) => rightOf(await exchange(to(url), get('/p', { authorization: 'Bearer s3cr3t' }))),
          ),
        );
        expect(elsewhere.hits).to.equal(0);
        expect(response).to.include({ status, body: 'moved' });
        expect(response.headers.location).to.match(/\/p$/);
      });
    }

    it('to the same origin either, of a POST as of a GET', async () => {
      let hits = 0;
      await withServer(
        (_, answer) => {
          hits += 1;
          answer.writeHead(302, { location: '/again' }).end();
        },
        async (url) => {
          expect(rightOf(await exchange(to(url), get('/p'))).status).to.equal(302);
          expect(rightOf(await exchange(to(url), post('/p', '{}'))).status).to.equal(302);
        },
      );
      expect(hits).to.equal(2);
    });
  });
}

describe('axiosTransport in a browser, which hides redirects', () => {
  it('says that they are not followed', async () => {
    const adapter = () => Promise.resolve({ status: 0, statusText: '', headers: {}, data: '', config: {} as never });
    const transport = axiosTransport(axios.create({ adapter, validateStatus: null }));
    expect(await exchange(transport, get('/p')))
      .to.have.nested.property('left.reason')
      .that.matches(/redirect/);
  });
});
