import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from './eventually';
import type { Example } from './Example';
import { idsTo, list, opened, says, status } from './list';
import { visit as visitObjects, type Visit } from './visit';

/** As in the example: objects of a page, of which the last one is invalid. */
const pageSize = 25;

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

const loadMore = (page: Page): Promise<void> => button(page, 'Load more').click();

/** By row: the id of its object, or null where that is invalid. */
const idsShown = (page: Page): Promise<ReadonlyArray<number | null>> =>
  list(page)
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => (row.dataset.id === undefined ? null : Number(row.dataset.id))),
    );

const expectPages = async (page: Page, pages: number): Promise<void> => {
  const count = pages * pageSize;
  await says(page, `${count} of 600 objects. There is more.`);
  expect(await idsShown(page)).to.deep.equal(
    idsTo(count).map((id) => (id % pageSize === 0 ? null : id)),
  );
};

const statuses = (example: Example): ReadonlyArray<number | undefined> =>
  example.requests.map((request) => request.status);

/** Goes to the page with signals, and forgets what the first page of the example asked for. */
const visit = (act: (visit: Visit) => Promise<void>): Promise<void> =>
  visitObjects(async (visited) => {
    const { page, example } = visited;
    await opened(page);
    await becomes(() => example.requests.length, 1);
    example.requests.length = 0;
    await page.getByRole('link', { name: 'Load more' }).click();
    await page.getByRole('heading', { name: 'A page at a time' }).waitFor();
    await expectPages(page, 1);
    await act(visited);
  });

describe('walkResource in a browser', () => {
  it('asks for one page however often the button is pressed while it comes, and goes to the last page', () =>
    visit(async ({ page, example }) => {
      example.service.setFaults([{ type: 'delay', every: 1, ms: 3_000 }]);
      await button(page, 'Load more').focus();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
      await expectPages(page, 2);
      expect(statuses(example)).to.deep.equal([200, 200]);
      expect(await page.evaluate(() => document.activeElement?.textContent.trim())).to.equal(
        'Load more',
      );

      example.faults.clear();
      // A click waits until the button can be pressed.
      for (let pages = 2; pages < 24; pages += 1) await loadMore(page);
      await says(page, 'The end: 600 objects.');
      expect(await button(page, 'Load more').getAttribute('aria-disabled')).to.equal('true');
      expect(statuses(example)).to.deep.equal(Array<number>(24).fill(200));
      expect(await list(page).getByRole('listitem').count()).to.equal(600);
    }));

  it('shows an error, and goes on where it stopped without a row twice', () =>
    visit(async ({ page, example }) => {
      await loadMore(page);
      await expectPages(page, 2);
      await page.getByRole('switch', { name: 'Service down' }).check();
      await page.getByText('answered 503').waitFor();
      await loadMore(page);
      await button(page, 'Try again').waitFor();
      expect(await status(page).innerText()).to.match(/^The service does not work at the moment/);
      expect(await page.getByTestId('details').textContent()).to.match(/^HttpFailure: .*503/);
      expect(await idsShown(page)).to.have.lengthOf(2 * pageSize);
      expect(statuses(example)).to.deep.equal([200, 200, 503, 503, 503, 503, 503]);

      example.faults.clear();
      await button(page, 'Try again').click();
      await expectPages(page, 3);
      expect(statuses(example).slice(7)).to.deep.equal([200]);
      await loadMore(page);
      await expectPages(page, 4);
    }));

  it('shows that it tries again, which is not the same as loading', () =>
    visit(async ({ page, example }) => {
      example.service.setFaults([{ type: 'unavailable', every: 1 }]);
      await loadMore(page);
      await page.locator('.dot.retrying').waitFor();
      expect(await status(page).innerText()).to.match(/^That did not work\. Trying again\./);
      example.faults.clear();
      await expectPages(page, 2);
      expect(await page.locator('.dot.retrying').count()).to.equal(0);
    }));

  it('goes on by itself when the browser is online again', () =>
    visit(async ({ page, example }) => {
      await page.context().setOffline(true);
      await loadMore(page);
      await button(page, 'Try again').waitFor();
      expect(await status(page).innerText()).to.match(
        /^The service cannot be reached\. Check your connection/,
      );
      await page.context().setOffline(false);
      await expectPages(page, 2);
      expect(statuses(example)).to.deep.equal([200, 200]);
    }));

  it('is worked with the keyboard, and told to those who do not see it', () =>
    visit(async ({ page, example }) => {
      await page.getByRole('list', { name: 'Aircraft (600, some invalid)' }).focus();
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
      await expectPages(page, 2);
      expect(await status(page).getAttribute('role')).to.equal('status');

      example.service.setFaults([{ type: 'unavailable', every: 1 }]);
      await page.keyboard.press('Enter');
      await button(page, 'Try again').waitFor();
      // The focus stays, whatever the button says.
      expect(await page.evaluate(() => document.activeElement?.textContent.trim())).to.equal(
        'Try again',
      );
      example.faults.clear();
      await page.keyboard.press('Enter');
      await expectPages(page, 3);
    }));
});
