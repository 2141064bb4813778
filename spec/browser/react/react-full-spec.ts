import { dehydrate, QueryClient } from '@tanstack/react-query';
import { expect } from 'chai';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { withServer } from '../../support/withServer';
import { bundled } from '../bundled';
import { inBrowser } from '../visit';
import { App, peopleQuery } from './People';

const script = () =>
  bundled(
    `import { createElement } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    import { App } from './spec/browser/react/People';
    hydrateRoot(document.querySelector('#root'), createElement(App, { baseURL: location.origin, state: rendered }));`,
    { define: { 'process.env.NODE_ENV': '"production"' }, minify: true },
  );

/** A page of React that a server rendered with its first page of people, and what was asked of the service for it. */
const serving = async (
  use: (url: string, asked: ReadonlyArray<string>) => Promise<void>,
): Promise<void> => {
  const asked: Array<string> = [];
  const code = await script();
  const render = async (baseURL: string): Promise<string> => {
    const queries = new QueryClient();
    await queries.infiniteQuery(peopleQuery(baseURL)).catch(() => undefined);
    const state = dehydrate(queries);
    const html = renderToString(createElement(App, { baseURL, state }));
    const text = JSON.stringify(state).replaceAll('<', '\\u003c');
    return `<!doctype html><html lang="en"><title>People</title><link rel="icon" href="data:,"><div id="root">${html}</div><script>var rendered = ${text}</script><script src="/script"></script></html>`;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (pathname === '/script') return response.end(code);
    if (pathname === '/') {
      const html = await render(`http://${request.headers.host}`);
      return response.setHeader('content-type', 'text/html').end(html);
    }
    const after = Number(searchParams.get('after') ?? 0);
    asked.push(`after ${after}`);
    if (asked.length === 3) return response.writeHead(503).end();
    const people = [1, 2].map((step) => ({ name: `person ${after + step}` }));
    return response.end(JSON.stringify({ people, ...(after < 4 && { next: String(after + 2) }) }));
  };
  const listener: RequestListener = (request, response) => void answer(request, response);
  await withServer(listener, (url) => use(url, asked));
};

describe('law 44: a list in React, in Chromium', () => {
  it('is rendered on the server, loads more without a second request for that, and tries again after an error', () =>
    serving((url, asked) =>
      inBrowser(async (page) => {
        const rows = async (count: number): Promise<number> => {
          await page
            .locator('li')
            .nth(count - 1)
            .waitFor();
          return page.locator('li').count();
        };
        const rendered = await page.goto(url);
        expect(await rendered?.text()).to.contain('<li>person 2</li>');
        await page.getByRole('button', { name: 'Load more' }).click();
        expect(await rows(4)).to.equal(4);
        expect(asked).to.deep.equal(['after 0', 'after 2']);
        await page.getByRole('button', { name: 'Load more' }).click();
        expect(await page.getByRole('alert').textContent()).to.contain('503');
        expect(await rows(4)).to.equal(4);
        await page.getByRole('button', { name: 'Try again' }).click();
        expect(await rows(6)).to.equal(6);
        expect(await page.getByRole('button').count()).to.equal(0);
        expect(asked).to.deep.equal(['after 0', 'after 2', 'after 4', 'after 4']);
      }),
    ));
});
