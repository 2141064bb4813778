import { expect } from 'chai';
import { eventually } from './eventually';
import { list, opened, status } from './list';
import { visit } from './visit';

describe('signing in and out in a browser', () => {
  it('empties the lists, which ask for nothing until somebody signs in', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out').waitFor();
      await eventually(async () => {
        expect(await list(page).getByRole('listitem').count()).to.equal(0);
        expect(await status(page).innerText()).to.equal('Nothing is loaded.');
      });
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
  const badge = '.badge';
  const change = { name: /^Mark as/ };

  it('is there at once, and still there when the page is opened again', () =>
    visit(async ({ page, example }) => {
      await page.goto(`${example.url}/search/12`);
      await page.locator(badge).waitFor();
      const before = await page.locator(badge).innerText();
      await page.getByRole('button', change).click();
      await eventually(async () => {
        expect(await page.locator(badge).innerText()).to.not.equal(before);
      });
      await page.getByText('Saved.').waitFor();
      await page.reload();
      await page.locator(badge).waitFor();
      expect(await page.locator(badge).innerText()).to.not.equal(before);
    }));

  it('is taken back where it cannot be saved', () =>
    visit(async ({ page, example }) => {
      await page.goto(`${example.url}/search/12`);
      await page.locator(badge).waitFor();
      const before = await page.locator(badge).innerText();
      await page.evaluate(() =>
        fetch('/faults', { method: 'POST', body: JSON.stringify({ name: 'down', isOn: true }) }),
      );
      await page.getByRole('button', change).click();
      await page.getByText('That could not be saved').waitFor();
      expect(await page.locator(badge).innerText()).to.equal(before);
    }));
});
