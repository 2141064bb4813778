import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { type HttpRequest, listObjects, type PageToken, searchObjects } from '../../../src/index';
import { anyToken, anyWellFormedToken } from '../../support/anyText';
import { prepared } from '../../support/prepared';
import { rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { exchange, get, post } from '../support/exchange';
import { transports } from '../support/transports';

interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that remembers what arrived, exactly as it arrived. */
const remembering =
  (arrived: Array<Arrived>): RequestListener =>
  (request, response) => {
    void text(request).then((body) => {
      arrived.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.end('{}');
    });
  };

for (const [name, { to, cannot }] of Object.entries(transports)) {
  describe(`what ${name} sends`, () => {
    const sent = async (request: HttpRequest, path = ''): Promise<Arrived | undefined> => {
      const arrived: Array<Arrived> = [];
      await withServer(remembering(arrived), (url) => exchange(to(url + path), request));
      expect(arrived).to.have.lengthOf(1);
      return arrived[0];
    };

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
      expect((await sent(get('/p')))?.headers).to.not.have.any.keys(
        'content-type',
        'transfer-encoding',
      );
    });

    for (const base of ['/base', '/base/', '/base//', '/a%20b/@scope']) {
      it(`a path after that of the base address ${base}`, async () => {
        expect(await sent(get('/p?a=1'), base)).to.include({
          url: `${base.replace(/\/+$/, '')}/p?a=1`,
        });
      });
    }

    for (const url of ['//elsewhere.example/p', 'https://elsewhere.example/p']) {
      it(`everything to the base address, ${url} too`, async () => {
        expect((await sent(get(url), '/base'))?.url).to.match(/^\/base\/.*elsewhere\.example\/p$/);
      });
    }

    for (const body of [
      '{}',
      ' {"a" : 1 ,\n\t"b":"Žižkov 😀 \\ud800"}\r\n ',
      '{"n":1e400,"m":9007199254740993}',
      '[]',
    ]) {
      it(`a POST of ${JSON.stringify(body)}, byte for byte`, async () => {
        const arrived = await sent(post('/p?a=1', body));
        expect(arrived).to.include({ method: 'POST', url: '/p?a=1', body });
        expect(arrived?.headers['content-type']).to.equal('application/json');
      });
    }

    it('the headers of the request', async () => {
      const headers = { authorization: 'Bearer s3cr3t', accept: 'application/json' };
      const arrived = await sent(get('/p', { ...headers, 'X-Trace': 'a b' }));
      expect(arrived?.headers).to.include({ ...headers, 'x-trace': 'a b' });
    });

    it('no cookie, not even one that the service has set', async () => {
      const cookies: Array<string | undefined> = [];
      await withServer(
        (request, response) => {
          cookies.push(request.headers.cookie);
          response.writeHead(200, { 'set-cookie': 'session=s3cr3t; Path=/' }).end();
        },
        async (url) => {
          const transport = to(url);
          rightOf(await exchange(transport, get('/p')));
          rightOf(await exchange(transport, get('/p')));
        },
      );
      expect(cookies).to.deep.equal([undefined, undefined]);
    });

    it(`all requests, one after the other, over ${'keeps to one connection' in cannot ? 'two' : 'one'}`, async () => {
      const connections = new Set<unknown>();
      await withServer(
        ({ socket, method }, response) => {
          connections.add(socket);
          response.writeHead(method === 'GET' ? 200 : 404).end('{}');
        },
        async (url) => {
          const transport = to(url);
          for (let turn = 1; turn <= 3; turn += 1) {
            rightOf(await exchange(transport, get('/p')));
            rightOf(await exchange(transport, post('/p', '{}')));
          }
        },
      );
      expect(connections.size).to.equal('keeps to one connection' in cannot ? 2 : 1);
    });

    it('law 1: nothing before it is subscribed, and one request for each subscription', async () => {
      const arrived: Array<Arrived> = [];
      await withServer(remembering(arrived), async (url) => {
        const transport = to(url);
        const request = transport(get('/p'));
        await Promise.all([exchange(transport, get('/q')), exchange(transport, get('/q'))]);
        rightOf(await exchange(() => request, get('/p')));
        rightOf(await exchange(() => request, get('/p')));
      });
      expect(arrived.map(({ url }) => url)).to.deep.equal(['/q', '/q', '/p', '/p']);
    });

    it('law 1: does not change the request it is given', async () => {
      const request = Object.freeze({
        ...post('/p', '{}'),
        headers: Object.freeze({ 'content-type': 'application/json' }),
      });
      expect((await sent(request))?.body).to.equal('{}');
    });

    const tokens = [
      [
        'a query string',
        prepared(listObjects, { ontologyRid: 'ri.o', objectType: 'e' }),
        anyWellFormedToken,
      ],
      [
        'a body',
        prepared(searchObjects, { apiFamily: 'f', objectType: 'e', query: { type: 'empty' } }),
        anyToken,
      ],
    ] as const;
    for (const [where, { requestFor }, anyOne] of tokens) {
      it(`law 2: any page token in ${where}, as the service would read it`, async () => {
        const arrived: Array<Arrived> = [];
        await withServer(remembering(arrived), async (url) => {
          const transport = to(url);
          await fc.assert(
            fc.asyncProperty<[PageToken]>(anyOne, async (pageToken) => {
              rightOf(await exchange(transport, requestFor(O.some(pageToken))));
              const { url: path = '', body } = arrived.pop() ?? expect.fail('nothing arrived');
              const read =
                where === 'a body'
                  ? (JSON.parse(body) as unknown)
                  : {
                      query: { type: 'empty' },
                      ...Object.fromEntries(new URL(path, url).searchParams),
                    };
              expect(read).to.deep.equal({ query: { type: 'empty' }, pageToken });
            }),
            { numRuns: 30 },
          );
        });
      });
    }
  });
}
