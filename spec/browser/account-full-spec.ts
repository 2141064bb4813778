import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes, eventually } from './eventually';
import { list, opened, says } from './list';
import { visit } from './visit';

describe('signing in and out in a browser', () => {
  it('empties the lists, which ask for nothing until somebody signs in', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out').waitFor();
      await becomes(() => list(page).getByRole('listitem').count(), 0);
      await says(page, 'Nothing is loaded.');
      const requests = example.requests.length;
      await page.getByRole('link', { name: 'Load more' }).click();
      await page.getByRole('heading', { name: 'A page at a time' }).waitFor();
      await page.getByRole('link', { name: 'Scroll' }).click();
      expect([example.requests.length, example.gateway.tokens]).to.deep.equal([requests, 1]);

      await page.getByRole('button', { name: 'Sign in' }).click();
      await opened(page);
      // With a credential of the new session.
      expect([example.requests.length, example.gateway.tokens]).to.deep.equal([requests + 1, 2]);
    }));
});

describe('a change that is shown before it is saved', () => {
  const badge = (page: Page): Locator => page.locator('.badge');
  const change = (page: Page): Locator => page.getByRole('button', { name: /^Mark as/ });

  it('is there at once, and when the page is opened again; it is taken back where it cannot be saved', () =>
    visit(async ({ page, example }) => {
      await page.goto(`${example.url}/search/12`);
      await badge(page).waitFor();
      const before = await badge(page).innerText();
      await change(page).click();
      await eventually(async () => {
        expect(await badge(page).innerText()).to.not.equal(before);
      });
      await page.getByText('Saved.').waitFor();
      await page.reload();
      await badge(page).waitFor();
      const saved = await badge(page).innerText();
      expect(saved).to.not.equal(before);

      const down = JSON.stringify({ name: 'down', isOn: true });
      await page.evaluate((body) => fetch('/faults', { method: 'POST', body }), down);
      await change(page).click();
      await page.getByText('That could not be saved').waitFor();
      expect(await badge(page).innerText()).to.equal(saved);
    }));
});
