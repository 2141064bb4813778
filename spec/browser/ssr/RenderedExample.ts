import type { Page } from 'playwright-core';
import { type Example, withExample } from '../Example';
import { inBrowser, signIn } from '../visit';

/** Starts the example that is rendered on the server, and closes it. */
export const withRendered = (act: (example: Example) => Promise<void>): Promise<void> =>
  withExample(act, true);

/** What the server answers a visitor who comes with a cookie. */
export const rendered = async (
  { url }: Example,
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
  readonly example: Example;
  /** Lets the script come, and waits until Angular has taken over what the server has rendered. */
  readonly hydrate: () => Promise<void>;
}

/** Opens what the server has rendered for Ada, without its script. */
export const visitRendered = (
  path: string,
  act: (visit: Unhydrated) => Promise<void>,
  prepare: (example: Example) => void = () => undefined,
): Promise<void> =>
  withRendered((example) =>
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
