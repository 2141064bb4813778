import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import type { bearer, createClient, fetchTransport } from '../../src/index';
import { type Service, startService } from '../../src/service';
import { withServer } from '../support/withServer';
import { bundled } from './bundled';
import { withProfile } from './profile';

/** What the page has: the library, as a script makes it known. */
declare const pagewalk: {
  readonly bearer: typeof bearer;
  readonly createClient: typeof createClient;
  readonly fetchTransport: typeof fetchTransport;
};

const script = (): Promise<string> =>
  bundled("export { bearer, createClient, fetchTransport } from './src/index';", {
    globalName: 'pagewalk',
  });

/** A walk in a page of another origin: how many objects came, the Left at its end, and how many requests were sent. */
interface Walked {
  readonly objects: number;
  readonly end?: unknown;
  readonly requests: number;
}

const walkIn = async (page: string, to: Pick<Service, 'url' | 'token'>): Promise<Walked> =>
  withProfile(async (context) => {
    const tab = await context.newPage();
    await tab.goto(page);
    await tab.addScriptTag({ content: await script() });
    return tab.evaluate(
      ({ url, token }) =>
        new Promise<Walked>((resolve) => {
          const walked: { objects: number; requests: number; end?: unknown } = {
            objects: 0,
            requests: 0,
          };
          const client = pagewalk.createClient({
            transport: pagewalk.fetchTransport({ baseURL: url }),
            auth: pagewalk.bearer(token),
            retry: { attempts: 3, baseDelay: 1 },
          });
          client.events.subscribe(({ type }) => {
            if (type === 'request') walked.requests += 1;
          });
          client.search({ apiFamily: 'demo', objectType: 'person' }).subscribe({
            next: (result) => {
              if (result._tag === 'Right') walked.objects += 1;
              else walked.end = result.left;
            },
            complete: () => {
              resolve(walked);
            },
          });
        }),
      { url: to.url, token: to.token },
    );
  });

const blank: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>page');

describe('fetchTransport in a browser', () => {
  it('walks a service of another origin that lets the page read', () =>
    withServer(blank, async (page) => {
      const service = await startService({ cors: [page], apiFamily: 'demo' });
      try {
        const { objects, end, requests } = await walkIn(page, service);
        expect({ objects, end }).to.deep.equal({
          objects: service.store.all('person').length,
          end: undefined,
        });
        expect(requests).to.be.above(1);
      } finally {
        await service.close();
      }
    }));

  it('law 14: is not told what a redirect says: a permanent NetworkFailure, unrepeated, and nobody is asked elsewhere', () =>
    withServer(blank, async (page) => {
      let asked = 0;
      const elsewhere: RequestListener = (request, response) => {
        asked += 1;
        blank(request, response);
      };
      await withServer(elsewhere, (target) =>
        withServer(
          ({ method }, response) => {
            const allowed = {
              'access-control-allow-origin': page,
              'access-control-allow-headers': '*, authorization',
            };
            response
              .writeHead(method === 'OPTIONS' ? 204 : 302, { ...allowed, location: target })
              .end();
          },
          async (url) => {
            const { end, requests } = await walkIn(page, { url, token: 's3cr3t' });
            expect(end).to.deep.include({
              _tag: 'NetworkFailure',
              reason: 'redirects are not followed',
              permanent: true,
            });
            expect({ requests, asked }).to.deep.equal({ requests: 1, asked: 0 });
          },
        ),
      );
    }));

  it('sends no cookie of the page, not even to its own origin', async () => {
    const cookies: Array<string | undefined> = [];
    const answer: RequestListener = (request, response) => {
      if (request.url === '/') {
        response.setHeader('set-cookie', 'session=s3cr3t; Path=/');
        blank(request, response);
      } else {
        if (request.method === 'POST') cookies.push(request.headers.cookie);
        response.end('{"data":[]}');
      }
    };
    await withServer(answer, (page) => walkIn(page, { url: page, token: 't' }));
    expect(cookies).to.deep.equal([undefined]);
  });
});
