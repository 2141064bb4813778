import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { axeViolations } from './axe';
import { list, opened, pick } from './list';
import { visit } from './visit';

const pages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the list': opened,
  'a list that has stopped': async (page) => {
    await opened(page);
    await page.getByRole('button', { name: 'Service down' }).click();
    await page.locator('[aria-pressed=true]').waitFor();
    await pick(page, 'aircraft');
    await page.getByRole('button', { name: 'Retry' }).waitFor();
  },
  signals: async (page) => {
    await page.getByRole('link', { name: 'Signals' }).click();
    await list(page).getByText('PW-0001').waitFor();
  },
  search: async (page) => {
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('list', { name: 'Employees found' }).getByRole('listitem').first().waitFor();
  },
};

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

describe('axe', () => {
  for (const [look, options] of Object.entries(looks)) {
    for (const [what, go] of Object.entries(pages)) {
      it(`finds nothing wrong with ${what}, ${look}`, () =>
        visit(
          async ({ page }) => {
            await go(page);
            expect(await axeViolations(page)).to.deep.equal([]);
          },
          // Colours that are on their way have a contrast of their own.
          { ...options, reducedMotion: 'reduce' },
        ));
    }
  }

  it('would find a picture without a text', () =>
    visit(async ({ page }) => {
      await opened(page);
      await page.evaluate(() => document.querySelector('main')?.append(new Image()));
      expect((await axeViolations(page)).join()).to.include('image-alt');
    }));
});
