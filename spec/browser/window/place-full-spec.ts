import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes, eventually } from '../eventually';
import type { Example } from '../Example';
import { says } from '../list';
import { visit, type Visit } from '../visit';

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Readings' });

const row = (page: Page, id: number): Locator => rows(page).locator(`[data-id="${id}"]`);

const offset = (page: Page): Promise<number> => rows(page).evaluate((element) => element.scrollTop);

const goTo = async (page: Page, number: number): Promise<void> => {
  await page.getByRole('spinbutton', { name: 'Row' }).fill(String(number));
  await page.getByRole('button', { name: 'Go to row' }).click();
};

/** The rows that are drawn: their index, and the id of their object. */
const drawn = (page: Page): Promise<ReadonlyArray<readonly [index: number, id: number]>> =>
  rows(page).evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('[data-id]')].map(({ dataset }) => [
      Number(dataset.index),
      Number(dataset.id),
    ]),
  );

const asked = ({ gateway }: Example): ReadonlyArray<number> => gateway.offsets;

/** Opens the list of a million rows. */
const opened = (act: (visit: Visit) => Promise<void>): Promise<void> =>
  visit(async ({ page, example }) => {
    await page.getByRole('link', { name: 'Million rows' }).click();
    // The page before has a first row, too.
    await eventually(() => {
      expect(asked(example)).to.include(0);
    });
    await row(page, 1).waitFor();
    await act({ page, example });
  });

describe('a window over a million rows in the example', () => {
  it('jumps to a row that was never walked, with the pages that are seen there and no other', () =>
    opened(async ({ page, example }) => {
      expect(asked(example)).to.deep.equal([0]);
      await goTo(page, 300_000);
      await row(page, 300_000).waitFor();
      expect(asked(example).length).to.be.at.most(4);
      for (const from of asked(example).slice(1)) expect(from).to.be.within(299_401, 300_599);
      for (const [index, id] of await drawn(page)) expect(id).to.equal(index + 1);
    }));

  it('is where it was left after Back, without a request', () =>
    opened(async ({ page, example }) => {
      await goTo(page, 300_000);
      await row(page, 300_010).waitFor();
      await says(page, '1,000,000 rows');
      const [before, requests] = [await offset(page), asked(example).length];
      expect(before).to.be.within(299_990 * 30, 300_000 * 30);

      await row(page, 300_005).getByRole('link').click();
      await page.getByRole('heading', { name: 'Reading 300005' }).waitFor();
      await page.goBack();
      await row(page, 300_005).waitFor();
      await becomes(() => offset(page), before);
      expect(asked(example)).to.have.lengthOf(requests);
      for (const [index, id] of await drawn(page)) expect(id).to.equal(index + 1);
    }));

  it('works for a search: other params, other rows, each list at its own place', () =>
    opened(async ({ page }) => {
      await goTo(page, 300_000);
      await row(page, 300_000).waitFor();
      const before = await offset(page);
      const station = page.getByRole('combobox', { name: 'Station' });
      await station.selectOption('East Mole');
      await row(page, 2).waitFor();
      await becomes(() => offset(page), 0);
      await says(page, '166,667 rows');
      await goTo(page, 100_000);
      await row(page, 599_996).waitFor();
      await station.selectOption('');
      await row(page, 300_000).waitFor();
      await becomes(() => offset(page), before);
    }));
});
