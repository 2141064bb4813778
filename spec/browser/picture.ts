import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../textFiles';

/** Keeps what the browser shows now, in spec/browser/output. */
export const picture = async (page: Page, name: string, fullPage = false): Promise<void> => {
  await page.screenshot({ path: join(root, 'spec/browser/output', `${name}.png`), fullPage });
};
