import '@angular/compiler';
import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { HttpRequest } from '../../src/model/http';
import { listObjects } from '../../src/model/listObjects';
import { anyWellFormedToken } from '../support/anyText';
import { prepared } from '../support/prepared';
import { rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { exchange, get, post } from '../transport/exchange';
import { overHttpClient } from './support/transports';
import { settled } from './support/until';

interface Arrived extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  readonly body: string;
}

/** What arrived at a server, exactly as it arrived. */
const sent = async (request: HttpRequest, path = ''): Promise<Arrived> => {
  const arrived: Array<Arrived> = [];
  const remember: RequestListener = (incoming, response) => {
    void text(incoming).then((body) => {
      arrived.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body });
      response.end('{}');
    });
  };
  await withServer(remember, (url) => exchange(overHttpClient(url + path), request));
  const [first, ...others] = arrived;
  if (first === undefined || others.length > 0) throw new Error(`${arrived.length} requests arrived`);
  return first;
};

describe('what httpClientTransport sends', () => {
  for (const url of [
    '/p',
    '/api/a%2Fb/x%2Ey/%252e%252e/c%20d',
    '/p?a=1&a=2&b=%2B%20%26%3D&t=%252e%252e',
    '/p?pageToken=%F0%9F%98%80&empty=',
    "/a-b_c.d~e/!$&'()*+,;=:@",
  ]) {
    it(`a GET of ${url}, as it is`, async () => {
      expect(await sent(get(url))).to.include({ method: 'GET', url, body: '' });
    });
  }

  it('a GET without a content type', async () => {
    expect((await sent(get('/p'))).headers).to.not.have.any.keys('content-type', 'transfer-encoding');
  });

  for (const base of ['/base', '/base/', '/base//']) {
    it(`a path after that of the base address ${base}`, async () => {
      expect(await sent(get('/p?a=1'), base)).to.include({ url: '/base/p?a=1' });
    });
  }

  for (const url of ['//elsewhere.example/p', 'https://elsewhere.example/p']) {
    it(`everything to the base address, ${url} too`, async () => {
      const arrived = await sent(get(url), '/base');
      expect(arrived.url).to.match(/^\/base\/.*elsewhere\.example\/p$/);
    });
  }

  it('a POST, byte for byte, with the headers of the request', async () => {
    const body = ' {"a" : 1 ,\n\t"b":"Žižkov 😀 \\ud800","m":9007199254740993}\r\n ';
    const request = { ...post('/p?a=1', body), headers: { 'content-type': 'application/json', 'X-Trace': 'a b' } };
    const arrived = await sent(Object.freeze({ ...request, headers: Object.freeze(request.headers) }));
    expect(arrived).to.include({ method: 'POST', url: '/p?a=1', body });
    expect(arrived.headers).to.include({ 'content-type': 'application/json', 'x-trace': 'a b' });
  });

  it('law 1: nothing before it is subscribed, and one request for each subscription', async () => {
    let requests = 0;
    await withServer(
      (_, response) => {
        requests += 1;
        response.end();
      },
      async (url) => {
        const transport = overHttpClient(url);
        const request = transport(get('/p'));
        await settled();
        expect(requests).to.equal(0);
        await exchange(() => request, get('/p'));
        await exchange(() => request, get('/p'));
        expect(requests).to.equal(2);
      },
    );
  });

  it('law 2: any page token in a query string, as the service would read it', async () => {
    const { requestFor } = prepared(listObjects, { ontologyRid: 'ri.o', objectType: 'employee', pageSize: 5 });
    const urls: Array<string> = [];
    await withServer(
      (request, response) => {
        urls.push(request.url ?? '');
        response.end();
      },
      async (url) => {
        const transport = overHttpClient(url);
        await fc.assert(
          fc.asyncProperty(anyWellFormedToken, async (pageToken) => {
            rightOf(await exchange(transport, requestFor(O.some(pageToken))));
            const { searchParams } = new URL(urls.pop() ?? '', url);
            expect([...searchParams]).to.deep.equal([
              ['pageSize', '5'],
              ['pageToken', pageToken],
            ]);
          }),
        );
      },
    );
  });
});
