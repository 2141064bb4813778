import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServedRequest, Service } from '../../../src/service';
import { root } from '../../textFiles';
import { load } from '../Example';
import { inBrowser } from '../visit';

/** The example that is rendered on the server, with what it has served so far. */
export interface RenderedExample {
  readonly url: string;
  readonly service: Service;
  /** The exchanges of the reference service that are over. */
  readonly requests: ReadonlyArray<ServedRequest>;
  /** The tokens that were handed out, whom to, and how many requests were sent with each. */
  readonly tokens: ReadonlyArray<{ readonly visitor: string; readonly token: string; readonly uses: number }>;
  /** How long the next token takes and how long a render waits, in milliseconds. */
  readonly settings: { tokenDelay: number; cacheControl: string | undefined; within: number };
  /** The offsets at which readings were asked for. */
  readonly gateway: { readonly offsets: ReadonlyArray<number> };
  /** Refuses every token that was handed out. */
  readonly revoke: () => void;
  readonly close: () => Promise<void>;
}

/** The example of this repository, or a copy that was built with another Angular. */
export const renderedFolder = process.env.PAGEWALK_SSR_EXAMPLE ?? join(root, 'examples/angular-ssr');

/** Starts the example, and closes it. */
export const withExample = async (act: (example: RenderedExample) => Promise<void>): Promise<void> => {
  if (!existsSync(join(renderedFolder, 'dist/server/server.mjs'))) {
    throw new Error('the example is not built: npm run spec:browser builds it first');
  }
  const server = await load<{ startExample: () => Promise<RenderedExample> }>(join(renderedFolder, 'server.mjs'));
  const example = await server.startExample();
  try {
    await act(example);
  } finally {
    await example.close();
  }
};

/** What the server answers a visitor who comes with a cookie. */
export const rendered = async (
  { url }: RenderedExample,
  path: string,
  visitor = 'ada',
  signal: AbortSignal | null = null,
): Promise<string> => {
  const response = await fetch(url + path, { headers: { cookie: `visitor=${visitor}` }, signal });
  return response.text();
};

/** How often something occurs in a text. */
export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** A page of the example whose script has not come yet. */
export interface Unhydrated {
  readonly page: Page;
  readonly example: RenderedExample;
  /** Lets the script come, and waits until Angular has taken over what the server has rendered. */
  readonly hydrate: () => Promise<void>;
}

/** Signs somebody in, as another tab would. */
export const signIn = (page: Page, { url }: RenderedExample, visitor: string): Promise<void> =>
  page.context().addCookies([{ name: 'visitor', value: visitor, url }]);

/** Opens what the server has rendered for Ada, without its script. */
export const visitRendered = (
  path: string,
  act: (visit: Unhydrated) => Promise<void>,
  prepare: (example: RenderedExample) => void = () => undefined,
): Promise<void> =>
  withExample((example) =>
    inBrowser(async (page) => {
      prepare(example);
      await signIn(page, example, 'ada');
      let release: (() => void) | undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/main.js', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(example.url + path, { waitUntil: 'commit' });
      await page.locator('script[src="main.js"]').waitFor({ state: 'attached' });
      await act({
        page,
        example,
        hydrate: async () => {
          release?.();
          await page.waitForFunction(() => document.querySelector('[ngh]') === null);
          await page.waitForLoadState('networkidle');
        },
      });
    }),
  );
