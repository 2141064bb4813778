import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { nock, useNock } from '../support/nocked';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { rightOf } from '../support/sides';
import { exchange, get, post } from './support/exchange';

const origin = 'https://objects.example.com';

describe('axiosTransport to a service on the internet', () => {
  useNock();

  it('speaks TLS where the address says so, and keeps the path of the address', async () => {
    const service = nock(origin).get('/base/p?a=%2B').reply(200, '{"data":[]}');
    const transport = axiosTransport({ baseURL: `${origin}/base/` });
    expect(rightOf(await exchange(transport, get('/p?a=%2B')))).to.include({
      status: 200,
      body: '{"data":[]}',
    });
    service.done();
  });

  it('tells the length of a body in bytes', async () => {
    const service = nock(origin).matchHeader('content-length', '8').post('/p').reply(200, '{}');
    rightOf(await exchange(axiosTransport({ baseURL: origin }), post('/p', '"😀é"')));
    service.done();
  });

  for (const code of ['ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'CERT_HAS_EXPIRED', 'EPROTO']) {
    it(`makes a value of ${code}`, async () => {
      nock(origin)
        .get('/p')
        .replyWithError(Object.assign(new Error(`it is ${code}`), { code }));
      expect(await exchange(axiosTransport({ baseURL: origin }), get('/p'))).to.deep.equal(
        E.left({ _tag: 'NetworkFailure', reason: `it is ${code}`, code }),
      );
    });
  }
});
