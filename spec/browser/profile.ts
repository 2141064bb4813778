import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core';
import { load } from './Example';

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

let browser: Browser | undefined;

before(async () => {
  const { chromium: pathOf } = await load<{ chromium: () => string }>('scripts/chromium.mjs');
  browser = await chromium.launch({ executablePath: pathOf(), args, headless: true });
});

after(() => browser?.close());

/** A profile of its own, new and empty, for as long as `use` takes. */
export const withProfile = async <R>(
  use: (context: BrowserContext) => Promise<R>,
  options: BrowserContextOptions = {},
): Promise<R> => {
  if (browser === undefined) throw new Error('the browser has not been started');
  const context = await browser.newContext(options);
  try {
    // Less than the timeout of mocha, so that the error says what was waited for.
    context.setDefaultTimeout(120_000);
    return await use(context);
  } finally {
    await context.close();
  }
};
