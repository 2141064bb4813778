import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import type { HttpResponse } from '../../../src/model/http';
import { rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { answeredBy, exchange, get } from '../support/exchange';
import { transports } from '../support/transports';

for (const [name, { to }] of Object.entries(transports)) {
  describe(`what ${name} receives`, () => {
    const received = async (answer: RequestListener): Promise<HttpResponse> =>
      rightOf(await answeredBy(to, answer));

    for (const status of [200, 201, 204, 302, 304, 400, 401, 403, 404, 410, 429, 500, 503]) {
      it(`a response of any status, ${status} for one`, async () => {
        const body = [204, 304].includes(status) ? '' : '{"errorName":"Some"}';
        const response = await received((_, answer) =>
          answer.writeHead(status, { 'x-some': 'thing' }).end(body),
        );
        expect(response).to.include({ status, body });
        expect(response.headers['x-some']).to.equal('thing');
      });
    }

    for (const body of [
      '{"data":[{"properties":{"id":9007199254740993,"big":1e400}}]}',
      ' {"a" : 1}\r\n\t',
      '"quoted"',
      'null',
      '<p>no JSON</p>',
      'Žižkov 😀',
      '',
    ]) {
      it(`the text as it is, unparsed, whatever its charset is said to be: ${JSON.stringify(body)}`, async () => {
        const response = await received((_, answer) =>
          answer
            .writeHead(200, { 'content-type': 'application/json; charset=iso-8859-1' })
            .end(body),
        );
        expect(response.body).to.equal(body);
      });
    }

    it('the response that follows early hints', async () => {
      const response = await received((_, answer) => {
        answer.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
        answer.end('{"data":[]}');
      });
      expect(response).to.include({ status: 200, body: '{"data":[]}' });
      expect(response.headers).to.not.have.property('link');
    });

    it('all values of a header that came more than once, in their order, as fetch joins them', async () => {
      const links = ['</p?page=2>; rel="next"', '</p?page=9>; rel="last"'];
      const response = await received((_, answer) => {
        answer.setHeader('Link', links);
        answer.setHeader('X-Some', ['a', 'b,c', 'd']);
        answer.end('{}');
      });
      expect(response.headers).to.include({ link: links.join(', '), 'x-some': 'a, b,c, d' });
    });

    for (const [base, path] of [
      ['', '/p'],
      ['/base', "/api/a%2Fb/it's?pageToken=%2B'%20a&b=%5B"],
      ['/a%20b//', 'p?a=1'],
    ] as const) {
      it(`law 27: the address that was asked, of ${path} below ${base || 'the host'}`, async () => {
        for (const status of [200, 404]) {
          await withServer(
            (_, answer) => answer.writeHead(status).end('{}'),
            async (url) => {
              const { url: asked } = rightOf(await exchange(to(url + base), get(path)));
              expect(asked).to.equal(
                `${url}${base.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`,
              );
            },
          );
        }
      });
    }

    it('headers by their names in lower case', async () => {
      const response = await received((_, answer) =>
        answer.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '7' }).end(),
      );
      expect(response.headers).to.include({ 'content-type': 'text/plain', 'retry-after': '7' });
      expect(Object.values(response.headers).every((value) => typeof value === 'string')).to.be
        .true;
    });
  });
}
