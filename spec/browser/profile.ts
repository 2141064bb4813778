import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core';
import { hooks } from '../support/hooks';
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

/** By whether they keep pages in memory for Back, which Playwright turns off. */
const browsers = new Map<boolean, Promise<Browser>>();

const launched = async (keepsPages: boolean): Promise<Browser> => {
  const { chromium: pathOf } = await load<{ chromium: () => string }>('scripts/chromium.mjs');
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : [];
  return chromium.launch({ executablePath: pathOf(), args, ignoreDefaultArgs, headless: true });
};

hooks.afterFile(async () => {
  const ending = [...browsers.values()];
  browsers.clear();
  for (const browser of ending) await (await browser).close();
});

/** A profile of its own, new and empty, for as long as `use` takes. */
export const withProfile = async <R>(
  use: (context: BrowserContext) => Promise<R>,
  options: BrowserContextOptions = {},
  keepsPages = false,
): Promise<R> => {
  const browser = browsers.get(keepsPages) ?? launched(keepsPages);
  browsers.set(keepsPages, browser);
  const context = await (await browser).newContext(options);
  try {
    // tsx writes `__name(f, 'f')` to keep the names of functions, also of those that are sent to a page.
    await context.addInitScript('globalThis.__name = (named) => named');
    // Less than the timeout of mocha, so that the error says what was waited for.
    context.setDefaultTimeout(120_000);
    return await use(context);
  } finally {
    await context.close();
  }
};
