import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { arrival } from './arrival';
import { eventually } from './eventually';
import type { Example } from './Example';
import { idsTo, opened, pick, scrollThrough, scrollTo, status } from './list';
import { visit } from './visit';

/** Longer than a spec waits for anything, so that only an abort ends a request. */
const slow = [{ type: 'delay', every: 1, ms: 60_000 }] as const;

/** Scrolls to where a page is due that does not come, and waits until the service has been asked. */
const scrollSlowly = async (page: Page, example: Example): Promise<void> => {
  example.service.setFaults(slow);
  const arrived = arrival(example);
  await scrollTo(page, 80);
  await arrived;
  expect(await status(page).innerText()).to.match(/^Loading/);
};

const aborted = (example: Example): number => example.requests.filter((request) => request.aborted).length;

describe('leaving in a browser', () => {
  it('aborts the request in flight when one goes to another page, and starts anew when one comes back', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      await scrollSlowly(page, example);
      expect(example.requests).to.have.lengthOf(1);

      await page.getByRole('link', { name: 'About' }).click();
      await page.getByRole('heading', { name: 'What this shows' }).waitFor();
      await eventually(() => {
        expect(aborted(example)).to.equal(1);
      });
      expect(example.requests).to.have.lengthOf(2);

      example.faults.clear();
      await page.getByRole('link', { name: 'Scroll' }).click();
      await opened(page);
      expect(example.requests).to.have.lengthOf(3);
    }));

  it('pauses, asks for nothing however far one scrolls, and goes on without a page asked for again', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      await pick(page, 'aircraft');
      await eventually(async () => {
        expect(await status(page).innerText()).to.match(/^100 of 600 objects/);
      });
      await page.getByRole('button', { name: 'Pause' }).click();
      await scrollTo(page, 80);
      expect(await status(page).innerText()).to.equal('Paused. 100 of 600 objects.');
      const before = example.requests.length;
      await page.getByRole('button', { name: 'Continue' }).click();
      await scrollTo(page, 0);
      const { ids } = await scrollThrough(page);
      expect(ids).to.deep.equal(idsTo(600).map((id) => (id % 25 === 0 ? null : id)));
      expect(example.requests.length - before).to.equal(5);
    }));

  it('aligns the ids of its rows', () =>
    visit(async ({ page }) => {
      await opened(page);
      await scrollThrough(page, 110);
      const ends = await page
        .locator('[data-index] .id')
        .evaluateAll((ids) => ids.map((id) => Math.round(id.getBoundingClientRect().right)));
      expect(ends.length).to.be.above(10);
      expect(new Set(ends).size).to.equal(1);
    }));
});
