import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { arrival } from './arrival';
import { faintTexts } from './contrast';
import { eventually } from './eventually';
import type { Example } from './Example';
import { idsTo, list, opened, status } from './list';
import { picture } from './picture';
import { visit as visitObjects, type Visit } from './visit';

/** As in the example: objects of a page, of which the last one is invalid. */
const pageSize = 25;

/** Longer than a spec waits for anything, so that only an abort ends a request. */
const slow = [{ type: 'delay', every: 1, ms: 60_000 }] as const;

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

const loadMore = (page: Page): Promise<void> => button(page, 'Load more').click();

/** By row: the id of its object, or null where that is invalid. */
const idsShown = (page: Page): Promise<ReadonlyArray<number | null>> =>
  list(page)
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => (row.dataset.id === undefined ? null : Number(row.dataset.id))));

const expectPages = async (page: Page, pages: number): Promise<void> => {
  const count = pages * pageSize;
  await eventually(async () => {
    expect(await status(page).innerText()).to.equal(`${count} of 600 objects. There is more.`);
  });
  expect(await idsShown(page)).to.deep.equal(idsTo(count).map((id) => (id % pageSize === 0 ? null : id)));
};

/** Asks for a page that does not come, and waits until the service has been asked. */
const loadSlowly = async (page: Page, example: Example): Promise<void> => {
  example.service.setFaults(slow);
  const arrived = arrival(example);
  await loadMore(page);
  await arrived;
  expect(await status(page).innerText()).to.match(/^Loading/);
};

const statuses = (example: Example): ReadonlyArray<number | undefined> =>
  example.requests.map((request) => request.status);

const expectOneAborted = (example: Example): Promise<void> =>
  eventually(() => {
    expect(example.requests.filter(({ aborted }) => aborted)).to.have.lengthOf(1);
  });

/** Goes to the page with signals, and forgets what the first page of the example asked for. */
const visit = (act: (visit: Visit) => Promise<void>, options: Parameters<typeof visitObjects>[1] = {}): Promise<void> =>
  visitObjects(async (visited) => {
    const { page, example } = visited;
    await opened(page);
    await eventually(() => {
      expect(example.requests).to.have.lengthOf(1);
    });
    example.requests.length = 0;
    await page.getByRole('link', { name: 'Load more' }).click();
    await page.getByRole('heading', { name: 'A page at a time' }).waitFor();
    await expectPages(page, 1);
    await act(visited);
  }, options);

describe('walkResource in a browser', () => {
  it('shows the first page, and one page more for each click', () =>
    visit(async ({ page, example }) => {
      expect(statuses(example)).to.deep.equal([200]);
      for (const pages of [2, 3, 4]) {
        await loadMore(page);
        await expectPages(page, pages);
        expect(statuses(example)).to.deep.equal(Array<number>(pages).fill(200));
      }
      await list(page).getByText('properties.seats must be number').last().scrollIntoViewIfNeeded();
      await picture(page, 'signals');
    }));

  it('asks for one page however often the button is pressed while it comes', () =>
    visit(async ({ page, example }) => {
      example.service.setFaults([{ type: 'delay', every: 1, ms: 500 }]);
      await button(page, 'Load more').focus();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
      await expectPages(page, 2);
      expect(statuses(example)).to.deep.equal([200, 200]);
    }));

  it('goes to the last page, and says so', () =>
    visit(async ({ page, example }) => {
      // A click waits until the button can be pressed.
      for (let pages = 1; pages < 24; pages += 1) await loadMore(page);
      await eventually(async () => {
        expect(await status(page).innerText()).to.equal('The end: 600 objects.');
      });
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
      await picture(page, 'signals-error');

      example.faults.clear();
      await button(page, 'Try again').click();
      await expectPages(page, 3);
      expect(statuses(example).slice(7)).to.deep.equal([200]);
      await loadMore(page);
      await expectPages(page, 4);
    }));

  it('renews a refused credential, and nobody notices', () =>
    visit(async ({ page, example }) => {
      expect(example.gateway).to.include({ tokens: 1, refused: 0 });
      await button(page, 'Refuse credential').click();
      await page.getByText('answered 401').waitFor();
      await loadMore(page);
      await expectPages(page, 2);
      expect(example.gateway).to.include({ tokens: 2, refused: 1 });
      expect(statuses(example)).to.deep.equal([200, 200]);
    }));

  it('begins again when a page token has expired, without a row twice', () =>
    visit(async ({ page, example }) => {
      await button(page, 'Expire page token').click();
      await page.getByText('will be refused').waitFor();
      await loadMore(page);
      await expectPages(page, 2);
      expect(statuses(example)).to.deep.equal([200, 400, 200, 200]);
    }));

  it('aborts the request in flight when one goes to another page', () =>
    visit(async ({ page, example }) => {
      await loadSlowly(page, example);
      expect(example.requests).to.have.lengthOf(1);
      await page.getByRole('link', { name: 'About' }).click();
      await page.getByRole('heading', { name: 'What this shows' }).waitFor();
      await expectOneAborted(example);
      expect(example.requests).to.have.lengthOf(2);
    }));

  it('pauses after the page under way, and goes on without a page asked for again', () =>
    visit(async ({ page, example }) => {
      example.service.setFaults([{ type: 'delay', every: 1, ms: 1_000 }]);
      await loadMore(page);
      await button(page, 'Pause').click();
      await eventually(async () => {
        expect(await status(page).innerText()).to.equal('Paused. 50 of 600 objects.');
      });
      example.faults.clear();
      await button(page, 'Continue').click();
      await expectPages(page, 2);
      await loadMore(page);
      await expectPages(page, 3);
      expect(statuses(example)).to.deep.equal([200, 200, 200]);
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
      expect(await status(page).innerText()).to.match(/^The service cannot be reached\. Check your connection/);
      await page.context().setOffline(false);
      await expectPages(page, 2);
      expect(statuses(example)).to.deep.equal([200, 200]);
    }));

  it('keeps the focus on Load more while a page comes', () =>
    visit(async ({ page }) => {
      await button(page, 'Load more').focus();
      for (const pages of [2, 3]) {
        await page.keyboard.press('Enter');
        await expectPages(page, pages);
        expect(await page.evaluate(() => document.activeElement?.textContent.trim())).to.equal('Load more');
      }
    }));

  it('is worked with the keyboard, told to those who do not see it, and read in both colours', () =>
    visit(
      async ({ page, example }) => {
        await page.getByRole('list', { name: 'Aircraft (600, some invalid)' }).focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expectPages(page, 2);
        expect(await status(page).getAttribute('role')).to.equal('status');

        example.service.setFaults([{ type: 'unavailable', every: 1 }]);
        await page.keyboard.press('Enter');
        await button(page, 'Try again').waitFor();
        // The focus stays, whatever the button says.
        expect(await page.evaluate(() => document.activeElement?.textContent.trim())).to.equal('Try again');
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await faintTexts(page)).to.deep.equal([]);
        }
        example.faults.clear();
        await page.keyboard.press('Enter');
        await expectPages(page, 3);
      },
      // Colours that are on their way have a contrast of their own.
      { reducedMotion: 'reduce' },
    ));

  it('fits on a phone, and on a narrower one', () =>
    visit(
      async ({ page }) => {
        await picture(page, 'signals-phone', true);
        for (const width of [480, 421, 390, 360, 320]) {
          await page.setViewportSize({ width, height: 844 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width);
          expect((await list(page).boundingBox())?.height).to.be.above(300);
        }
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ));
});
