import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { exampleFolder } from './Example';

interface AxeWindow {
  readonly axe: {
    readonly run: () => Promise<{
      readonly violations: ReadonlyArray<{
        readonly id: string;
        readonly nodes: ReadonlyArray<{ readonly html: string }>;
      }>;
    }>;
  };
}

const script = join(exampleFolder, 'node_modules/axe-core/axe.min.js');

/** What axe finds wrong with the page as it is now: the rule, and where. */
export const axeViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(readFileSync(script, 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
};

/** That axe finds nothing, in either colours and on a narrow screen. */
export const expectForEveryone = async (page: Page): Promise<void> => {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    expect(await axeViolations(page), `${colorScheme}, ${width}`).to.deep.equal([]);
  }
};
