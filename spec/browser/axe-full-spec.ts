import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { axeViolations } from './axe';
import { list, opened, pick } from './list';
import { visit } from './visit';

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name, exact: true }).click();

/** What is done in turn; axe looks after each. */
const pages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the list': opened,
  'a list that grows by a button': async (page) => {
    await goTo(page, 'Load more');
    await list(page).getByText('PW-0001').waitFor();
  },
  search: async (page) => {
    await goTo(page, 'Search');
    await page
      .getByRole('list', { name: 'Employees found' })
      .getByRole('listitem')
      .first()
      .waitFor();
  },
  'a search that finds nobody': async (page) => {
    await page.getByRole('searchbox').fill('Nobody');
    await page.getByRole('button', { name: 'Clear the search' }).waitFor();
  },
  'rows of the search before': async (page) => {
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('switch', { name: 'Slow responses' }).check();
    await page.getByText('takes two seconds').waitFor();
    await page.getByRole('searchbox').fill('Ka');
    await page.locator('.previous').waitFor();
  },
  'an employee': async (page) => {
    await page.getByRole('button', { name: 'No faults' }).click();
    await page.locator('main').getByRole('link').first().click();
    await page.getByText('Started').waitFor();
  },
  'a million rows': async (page) => {
    await goTo(page, 'Million rows');
    await page.getByRole('button', { name: 'Go to row' }).click();
    await page.locator('[data-id="700000"]').waitFor();
  },
  'the components of the guide': async (page) => {
    await goTo(page, 'Guide');
    await page
      .getByRole('list', { name: 'Employees found' })
      .getByRole('listitem')
      .first()
      .waitFor();
  },
  about: async (page) => {
    await goTo(page, 'About');
    await page.getByRole('heading', { name: 'What this shows' }).waitFor();
  },
  'a list that has stopped': async (page) => {
    await goTo(page, 'Scroll');
    await opened(page);
    await page.getByRole('switch', { name: 'Service down' }).check();
    await page.getByText('answered 503').waitFor();
    await pick(page, 'aircraft');
    await page.getByRole('button', { name: 'Retry' }).waitFor();
  },
  'an application without a user': async (page) => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();
  },
};

const looks = {
  light: { colorScheme: 'light' },
  'dark, on a phone': {
    colorScheme: 'dark',
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  },
} as const;

describe('axe', () => {
  for (const [look, options] of Object.entries(looks)) {
    it(`finds nothing wrong with any page, ${look}`, () =>
      visit(
        async ({ page }) => {
          for (const [what, go] of Object.entries(pages)) {
            await go(page);
            expect(await axeViolations(page), what).to.deep.equal([]);
          }
          // It would find a picture without a text.
          await page.evaluate(() => document.querySelector('main')?.append(new Image()));
          expect((await axeViolations(page)).join()).to.include('image-alt');
        },
        // Colours that are on their way have a contrast of their own.
        { ...options, reducedMotion: 'reduce' },
      ));
  }
});
