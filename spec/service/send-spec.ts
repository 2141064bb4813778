import { expect } from 'chai';
import type { Service } from '../../src/service/index';
import { listUrl, searchInit, searchUrl } from './support/plain';
import { withThings } from './support/things';
import { withService } from './support/withService';

const headersOf = async (url: string, init?: RequestInit): Promise<Headers> => {
  const response = await fetch(url, init);
  await response.text();
  return response.headers;
};

describe('CORS', () => {
  const urls: ReadonlyArray<readonly [what: string, urlOf: (service: Service) => string]> = [
    ['list', listUrl],
    ['search', searchUrl],
    ['anything else', ({ url }) => `${url}/elsewhere`],
  ];
  for (const [what, urlOf] of urls) {
    it(`a preflight of ${what} is answered`, async () => {
      await withService({ ...withThings(1), faults: [{ type: 'throttle', every: 1 }] }, async (service) => {
        const headers = {
          origin: 'https://app.example.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        };
        const response = await fetch(urlOf(service), { method: 'OPTIONS', headers });
        expect([response.status, await response.text()]).to.deep.equal([204, '']);
        expect(response.headers.get('access-control-allow-origin')).to.equal('*');
        expect(response.headers.get('access-control-allow-methods')).to.equal('GET, POST, OPTIONS');
        expect(response.headers.get('access-control-allow-headers')).to.match(/Authorization, Content-Type/);
        expect(response.headers.has('content-length')).to.equal(false);
      });
    });
  }

  it('every answer may be read by any origin, an error too', async () => {
    await withService(withThings(1), async (service) => {
      const answers = [
        await headersOf(listUrl(service)),
        await headersOf(searchUrl(service), searchInit(service, { query: { type: 'empty' } })),
        await headersOf(searchUrl(service), { method: 'POST' }),
        await headersOf(`${service.url}/elsewhere`),
      ];
      for (const headers of answers) {
        expect(headers.get('access-control-allow-origin')).to.equal('*');
        expect(headers.get('access-control-expose-headers')).to.equal('Retry-After');
        expect(headers.get('cache-control')).to.equal('no-store');
      }
    });
  });
});
