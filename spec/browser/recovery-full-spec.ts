import { expect } from 'chai';
import type { Page } from 'playwright-core';
import {
  hurryThrough,
  idsTo,
  list,
  opened,
  pick,
  rowHeight,
  says,
  scrollThrough,
  scrollTo,
  status,
} from './list';
import { visit as visitSized, type Visit } from './visit';

/** A tall window, so that scrolling from the first row to the last takes few steps. */
const visit = (act: (visit: Visit) => Promise<void>): Promise<void> =>
  visitSized(act, { viewport: { width: 1280, height: 2000 } });

const inject = async (page: Page, fault: string, told: RegExp): Promise<void> => {
  await page.getByRole('button', { name: fault }).click();
  await page.getByText(told).waitFor();
};

const openEmployees = async (page: Page): Promise<void> => {
  await opened(page);
  await pick(page, 'employee');
  await list(page).getByText('since').first().waitFor();
};

/** Scrolls from the first row to the last. */
const allIds = async (page: Page): Promise<ReadonlyArray<number | null>> => {
  await scrollTo(page, 0);
  return (await scrollThrough(page)).ids;
};

describe('recovery in a browser', () => {
  it('renews a refused credential, and nobody notices', () =>
    visit(async ({ page, example }) => {
      await openEmployees(page);
      await inject(page, 'Refuse credential', /answered 401/);
      const { ids } = await scrollThrough(page, 300);
      expect(ids.slice(0, 300)).to.deep.equal(idsTo(300));
      expect(example.gateway).to.include({ tokens: 2, refused: 1 });
    }));

  it('repeats a request whose response broke off', () =>
    visit(async ({ page, example }) => {
      await openEmployees(page);
      await inject(page, 'Reset connection', /will break off/);
      const { ids } = await scrollThrough(page, 300);
      expect(ids.slice(0, 300)).to.deep.equal(idsTo(300));
      const broken = example.requests.findIndex(({ aborted }) => aborted);
      const [first, again, ...others] = example.requests.slice(broken);
      expect(again).to.deep.include({ path: first?.path, status: 200, aborted: false });
      expect(others.filter(({ aborted }) => aborted)).to.deep.equal([]);
    }));

  it('begins again when a page token has expired, where one is, without a row twice', () =>
    visit(async ({ page, example }) => {
      await openEmployees(page);
      await scrollThrough(page, 100);
      // The page behind what is shown may still be on its way.
      await says(page, /^300 of [\d,]+ objects/);
      const before = example.requests.length;
      await inject(page, 'Expire page token', /will be refused/);
      await scrollTo(page, 260);
      await says(page, /^400 of [\d,]+ objects/);
      expect(await list(page).evaluate((element) => element.scrollTop)).to.equal(260 * rowHeight);
      // The refused one, and four pages from the first on.
      expect(example.requests.slice(before).map((request) => request.status)).to.deep.equal([
        400, 200, 200, 200, 200,
      ]);
      expect(await allIds(page)).to.deep.equal(idsTo(2_500));
    }));

  for (const { name, fault } of [
    { name: 'the service is down', fault: { type: 'unavailable', every: 1 } },
    { name: 'every connection is reset', fault: { type: 'reset-during', every: 1 } },
  ] as const) {
    it(`offers retry when ${name}, and goes on where it stopped`, () =>
      visit(async ({ page, example }) => {
        await openEmployees(page);
        await scrollThrough(page, 100);
        const good = example.requests.length;
        example.service.setFaults([fault]);
        await scrollTo(page, 2_500);
        const retry = page.getByRole('button', { name: 'Retry' });
        await retry.waitFor();
        // The first line is for visitors, what developers want to know is below it.
        expect(await status(page).innerText()).to.match(
          /^The service (does not work at the moment|cannot be reached)/,
        );
        await page.getByText('Details').click();
        expect(await page.getByTestId('details').innerText()).to.match(
          /^(HttpFailure|NetworkFailure): /,
        );
        // A screen reader announces it, too.
        expect(await page.getByRole('status').allInnerTexts()).to.include(
          await status(page).innerText(),
        );
        expect(example.requests.length - good).to.equal(5);

        example.faults.clear();
        await retry.click();
        expect(await allIds(page)).to.deep.equal(idsTo(2_500));
        expect(await retry.isVisible()).to.equal(false);
        // One for the readings that the page opens with, and each of the 25 pages of employees once.
        expect(
          example.requests.filter((request) => request.status === 200 && !request.aborted),
        ).to.have.lengthOf(26);
      }));
  }

  it('shows invalid objects in their places and goes on', () =>
    visit(async ({ page }) => {
      await opened(page);
      await pick(page, 'aircraft');
      await list(page).getByText('PW-0001').waitFor();
      const { ids, complaints } = await scrollThrough(page);
      expect(ids).to.deep.equal(idsTo(600).map((id) => (id % 25 === 0 ? null : id)));
      expect(complaints).to.have.lengthOf(24);
      for (const complaint of complaints)
        expect(complaint).to.match(/Invalid object\s+properties\.seats must be number/);
    }));

  it('says why a list ends at the limit of the service', () =>
    visit(async ({ page }) => {
      await opened(page);
      await pick(page, 'event');
      await list(page).getByText('Case').first().waitFor();
      await hurryThrough(page);
      expect(await status(page).innerText()).to.match(/^The service shows the first 10,000 only/);
      expect(await page.getByTestId('details').textContent()).to.match(
        /^RetrievalLimitExceeded: .*objects 10000/,
      );
    }));
});
