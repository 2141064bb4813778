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

let browser: Promise<Browser> | undefined;

const launched = async (): Promise<Browser> => {
  const { chromium: pathOf } = await load<{ chromium: () => string }>('scripts/chromium.mjs');
  return chromium.launch({ executablePath: pathOf(), args, headless: true });
};

hooks.afterFile(async () => {
  const ending = browser;
  browser = undefined;
  await (await ending)?.close();
});

/** A profile of its own, new and empty, for as long as `use` takes. */
export const withProfile = async <R>(
  use: (context: BrowserContext) => Promise<R>,
  options: BrowserContextOptions = {},
): Promise<R> => {
  browser ??= launched();
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
