import { expect } from 'chai';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPath, type Example, startExample } from './Example';

/** Nothing leaves the machine, and nothing of a browser that was used before is found. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's own sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** A page of the example in a browser of its own, and the example. */
export interface Visit {
  readonly page: Page;
  readonly example: Example;
}

let browser: Browser | undefined;

before(async () => {
  browser = await chromium.launch({ executablePath: await chromiumPath(), args, headless: true });
});

after(async () => {
  await browser?.close();
});

/** What Chromium itself says of a response that is no success; the application may well recover from it. */
const isNoise = (text: string): boolean => text.startsWith('Failed to load resource');

/** Opens an empty page and closes it; an error that an application throws or logs in it fails the spec. */
export const inBrowser = async (
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> => {
  if (browser === undefined) throw new Error('the browser has not been started');
  // A context is a profile of its own, new and empty.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const complaints: Array<string> = [];
  try {
    // The loader of these specs wraps functions with this name, also those that are sent into the browser.
    await context.addInitScript('globalThis.__name = (wrapped) => wrapped');
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isNoise(message.text())) complaints.push(message.text());
    });
    await act(page);
    expect(complaints).to.deep.equal([]);
  } finally {
    await context.close();
  }
};

/** Starts the example, opens it, and closes both. */
export const visit = async (
  act: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> => {
  const example = await startExample();
  try {
    await inBrowser(async (page) => {
      await page.goto(example.url);
      await act({ page, example });
    }, options);
  } finally {
    await example.close();
  }
};
