import { expect } from 'chai';
import { becomes } from '../eventually';
import type { Example } from '../Example';
import { occurrences, rendered, withRendered } from './RenderedExample';

/** Longer than a spec waits for anything. */
const hung = [{ type: 'delay', every: 1, ms: 600_000 }] as const;

const aborted = ({ requests }: Example): number =>
  requests.filter((request) => request.aborted).length;

/** What the application in this process was answered while something happened, and the credentials that it sent. */
const overheard = async (
  act: () => Promise<void>,
): Promise<{ pageTokens: Array<string>; credentials: Array<string> }> => {
  const heard = { pageTokens: new Array<string>(), credentials: new Array<string>() };
  const original = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const request = new Request(...args);
    const response = await original(request);
    const credential = request.headers.get('authorization');
    if (credential !== null) {
      heard.credentials.push(credential.replace('Bearer ', ''));
      const { nextPageToken } = (await response.clone().json()) as {
        readonly nextPageToken?: string;
      };
      if (nextPageToken !== undefined) heard.pageTokens.push(nextPageToken);
    }
    return response;
  };
  try {
    await act();
  } finally {
    globalThis.fetch = original;
  }
  return heard;
};

/** A list, an async pipe and a virtual list, each in an example of its own. */
const onEveryPage = async (
  act: (example: Example, path: string) => Promise<void>,
): Promise<void> => {
  await Promise.all(
    ['/signals', '/pipe', '/'].map((path) => withRendered((example) => act(example, path))),
  );
};

describe('rendering on the server', () => {
  it('brings the first page of a list, and the first objects of an async pipe', () =>
    withRendered(async (example) => {
      const list = await rendered(example, '/signals');
      expect(occurrences(list, '<li ')).to.equal(25);
      expect(list).to.include('25 of 600 objects. There is more.');
      expect(example.requests).to.have.lengthOf(1);
      expect(occurrences(await rendered(example, '/pipe'), '<li>')).to.equal(20);
    }));

  it('brings the first rows of a virtual list, for which it loads one page, and none where the list says skip', () =>
    withRendered(async (example) => {
      expect(await rendered(example, '/skipped')).to.include('Nothing is loaded.');
      expect(example.requests).to.have.lengthOf(0);
      expect(occurrences(await rendered(example, '/'), 'role="listitem"')).to.equal(15);
      expect(example.requests).to.have.lengthOf(1);
    }));

  it('serves what was rendered at build time, and leaves to the browser what is the browser’s', () =>
    withRendered(async (example) => {
      expect(await rendered(example, '/about')).to.include('What this shows');
      expect(await rendered(example, '/browser')).to.not.include('</main>');
      expect(example.requests).to.have.lengthOf(0);
    }));

  it('lets rows travel, but page tokens and credentials never, whatever Angular’s cache takes', () =>
    withRendered(async (example) => {
      let html = '';
      const { pageTokens, credentials } = await overheard(async () => {
        html =
          (await rendered(example, '/')) +
          (await rendered(example, '/signals')) +
          (await rendered(example, '/pipe'));
      });
      // The async pipe walks by ids.
      expect(pageTokens).to.have.lengthOf(2);
      expect(new Set(credentials)).to.deep.equal(new Set(example.tokens.map(({ token }) => token)));
      expect(credentials).to.have.lengthOf(3);
      expect(html).to.include('"properties":{"id":1,');
      for (const secret of [...pageTokens, ...credentials, example.service.token])
        expect(html).to.not.include(secret);
      expect(html).to.not.match(/pageToken|bearer/i);
    }));

  it('waits for the page through a slow credential', () =>
    onEveryPage(async (example, path) => {
      example.settings.tokenDelay = 400;
      const html = await rendered(example, path);
      expect(occurrences(html, path === '/' ? 'role="listitem"' : '<li')).to.be.above(14);
    }));

  it('costs one attempt during an outage', () =>
    onEveryPage(async (example, path) => {
      example.service.setFaults([{ type: 'unavailable', every: 1 }]);
      expect(await rendered(example, path)).to.include('</main>');
      expect(example.requests.map(({ status }) => status)).to.deep.equal([503]);
    }));

  it('says so in its HTTP status, where a list is told to', () =>
    withRendered(async (example) => {
      const statusOf = async (path: string): Promise<number> =>
        (await fetch(example.url + path, { headers: { cookie: 'visitor=ada' } })).status;
      expect(await statusOf('/')).to.equal(200);
      example.service.setFaults([{ type: 'unavailable', every: 1 }]);
      expect([await statusOf('/signals'), await statusOf('/')]).to.deep.equal([503, 200]);
    }));

  it('ends after a bound where the backend hangs, and so do its requests', () =>
    onEveryPage(async (example, path) => {
      example.service.setFaults(hung);
      const start = performance.now();
      const html = await rendered(example, path);
      expect(performance.now() - start).to.be.at.least(2_900);
      expect(html).to.include('</main>');
      if (path === '/signals') expect(html).to.include('Loading.').and.not.include('Try again');
      await becomes(() => aborted(example), 1);
      expect(example.requests).to.have.lengthOf(1);
    }));

  it('ends where the credential never comes', () =>
    withRendered(async (example) => {
      example.settings.tokenDelay = 20_000;
      expect(await rendered(example, '/')).to.include('Loading.');
      expect(example.requests).to.have.lengthOf(0);
    }));

  it('ends the requests for a visitor who leaves', () =>
    withRendered(async (example) => {
      example.service.setFaults(hung);
      // Nothing else ends the request while this spec waits.
      example.settings.within = 600_000;
      const leaving = new AbortController();
      const page = rendered(example, '/', 'ada', leaving.signal).catch(() => 'left');
      await becomes(() => example.tokens[0]?.uses, 1);
      leaving.abort();
      expect(await page).to.equal('left');
      await becomes(() => aborted(example), 1);
      expect(example.requests).to.have.lengthOf(1);
    }));
});
