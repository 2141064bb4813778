import '@angular/compiler';
import { HttpHeaders, HttpResponse } from '@angular/common/http';
import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { of } from 'rxjs';
import type { HttpResponse as Received } from '../../src/model/http';
import { rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { exchange, get } from '../transport/exchange';
import { overBackend } from './support/scriptedBackend';
import { overHttpClient } from './support/transports';

const received = (answer: RequestListener): Promise<Received> =>
  withServer(answer, async (url) => rightOf(await exchange(overHttpClient(url), get('/p'))));

describe('what httpClientTransport receives', () => {
  for (const status of [200, 201, 204, 302, 304, 400, 401, 403, 404, 410, 429, 500, 503]) {
    it(`a response of any status, ${status} for one`, async () => {
      const body = [204, 304].includes(status) ? '' : '{"errorName":"Some"}';
      const response = await received((_, answer) => answer.writeHead(status, { 'X-Some': 'thing' }).end(body));
      expect(response).to.include({ status, body });
      expect(response.headers['x-some']).to.equal('thing');
    });
  }

  for (const body of ['{"n":9007199254740993,"big":1e400}', ' {"a" : 1}\r\n\t', '"quoted"', 'null', 'Žižkov 😀', '']) {
    it(`the text as it is, unparsed: ${JSON.stringify(body)}`, async () => {
      const type = { 'content-type': 'application/json' };
      expect((await received((_, answer) => answer.writeHead(200, type).end(body))).body).to.equal(body);
    });
  }

  it('headers by their names in lower case, all their values in one', async () => {
    const headers = new HttpHeaders({ 'Retry-After': '7', Vary: ['a', 'b'] });
    const response = rightOf(
      await exchange(
        overBackend(() => of(new HttpResponse({ headers }))),
        get('/p'),
      ),
    );
    expect(response.headers).to.deep.equal({ 'retry-after': '7', vary: 'a, b' });
  });
});
