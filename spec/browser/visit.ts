import { expect } from 'chai';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Example, withExample } from './Example';
import { withProfile } from './profile';

/** A page of the example in a browser of its own, and the example. */
export interface Visit {
  readonly page: Page;
  readonly example: Example;
}

/** What Chromium itself says of a response that is no success; the application may well recover from it. */
const isNoise = (text: string): boolean => text.startsWith('Failed to load resource');

/** Opens an empty page and closes it; an error that an application throws or logs in it fails the spec. */
export const inBrowser = async (
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
  keepsPages = false,
): Promise<void> => {
  const complaints: Array<string> = [];
  const open = async (context: BrowserContext): Promise<void> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isNoise(message.text())) complaints.push(message.text());
    });
    await act(page);
    expect(complaints).to.deep.equal([]);
  };
  await withProfile(open, { viewport: { width: 1280, height: 800 }, ...options }, keepsPages);
};

/** Signs somebody in, as another tab would: by a cookie that scripts cannot read. */
export const signIn = (page: Page, { url }: Example, visitor: string): Promise<void> =>
  page.context().addCookies([{ name: 'visitor', value: visitor, url, httpOnly: true }]);

/** Starts the example, opens it for Ada, and closes both. */
export const visit = (
  act: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> =>
  withExample((example) =>
    inBrowser(async (page) => {
      await signIn(page, example, 'ada');
      await page.goto(example.url);
      await act({ page, example });
    }, options),
  );
