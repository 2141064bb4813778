import { expect } from 'chai';
import type { Service } from '../../../src/service/index';
import { listUrl, searchInit, searchUrl } from '../support/plain';
import { withThings } from '../support/things';
import { withService } from '../support/withService';

const app = 'https://app.example.com';
const asked = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

const corsOf = (headers: Headers): ReadonlyArray<string> =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

/** The headers of answers of every kind, errors included, to a page of an origin. */
const answersTo = async (service: Service, origin: string): Promise<ReadonlyArray<Headers>> => {
  const search = searchInit(service, { query: { type: 'empty' } });
  const headersOf = async (url: string, init: RequestInit = {}): Promise<Headers> => {
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    const response = await fetch(url, { ...init, headers });
    await response.text();
    return response.headers;
  };
  return [
    await headersOf(listUrl(service)),
    await headersOf(searchUrl(service), search),
    await headersOf(searchUrl(service), { method: 'POST' }),
    await headersOf(`${service.url}/elsewhere`),
  ];
};

describe('CORS', () => {
  const urls: ReadonlyArray<readonly [what: string, urlOf: (service: Service) => string]> = [
    ['list', listUrl],
    ['search', searchUrl],
    ['anything else', ({ url }) => `${url}/elsewhere`],
  ];
  for (const [what, urlOf] of urls) {
    it(`a preflight of ${what} is answered`, async () => {
      const options = {
        ...withThings(1),
        cors: [app],
        faults: [{ type: 'throttle', every: 1 } as const],
      };
      await withService(options, async (service) => {
        const response = await fetch(urlOf(service), {
          method: 'OPTIONS',
          headers: { origin: app, ...asked },
        });
        expect([response.status, await response.text()]).to.deep.equal([204, '']);
        expect(response.headers.get('access-control-allow-origin')).to.equal(app);
        expect(response.headers.get('access-control-allow-methods')).to.equal('GET, POST, OPTIONS');
        expect(response.headers.get('access-control-allow-headers')).to.match(
          /Authorization, Content-Type/,
        );
        expect(response.headers.has('content-length')).to.equal(false);
      });
    });
  }

  it('no page of another origin may read anything by default', () =>
    withService(withThings(1), async (service) => {
      for (const headers of await answersTo(service, app)) {
        expect(corsOf(headers)).to.deep.equal([]);
        expect(headers.get('cache-control')).to.equal('no-store');
      }
      const response = await fetch(searchUrl(service), {
        method: 'OPTIONS',
        headers: { origin: app, ...asked },
      });
      expect([response.status, corsOf(response.headers)]).to.deep.equal([204, []]);
    }));

  it('every answer may be read by an origin that is asked for, an error too', () =>
    withService({ ...withThings(1), cors: ['http://localhost:4200', app] }, async (service) => {
      for (const headers of await answersTo(service, app)) {
        expect(headers.get('access-control-allow-origin')).to.equal(app);
        expect(headers.get('access-control-expose-headers')).to.equal('Link, Retry-After');
        expect(headers.get('vary')).to.equal('Origin');
      }
    }));

  const strangers = [
    'https://app.example.com.evil.example',
    'http://app.example.com',
    `${app}:444`,
    'null',
    '*',
    '',
  ];
  for (const origin of strangers) {
    it(`the origin '${origin}' is not one that merely looks like it`, () =>
      withService({ ...withThings(1), cors: [app] }, async (service) => {
        for (const headers of await answersTo(service, origin)) {
          expect(corsOf(headers)).to.deep.equal([]);
          expect(headers.get('vary')).to.equal('Origin');
        }
        const response = await fetch(searchUrl(service), {
          method: 'OPTIONS',
          headers: { origin, ...asked },
        });
        expect(corsOf(response.headers)).to.deep.equal([]);
      }));
  }

  it('any origin may read where * is asked for', () =>
    withService({ ...withThings(1), cors: ['*'] }, async (service) => {
      for (const headers of await answersTo(service, 'https://any.example')) {
        expect(headers.get('access-control-allow-origin')).to.equal('https://any.example');
      }
    }));
});
