import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';
import { opened, typeQuickly } from './list';
import { picture } from './picture';
import { visit as visitObjects, type Visit } from './visit';

const found = (page: Page): Locator => page.getByRole('list', { name: 'Employees found' });
const rows = (page: Page): Locator => found(page).locator('li[data-id]');
const box = (page: Page): Locator => page.getByRole('searchbox', { name: 'Name begins with' });
const more = (page: Page): Locator => page.getByRole('button', { name: 'More', exact: true });

/** Every search of the list; the store beside it lists. */
const searches = (example: Visit['example']): number =>
  example.requests.filter(({ method }) => method === 'POST').length;

const visit = (act: (visit: Visit) => Promise<void>): Promise<void> =>
  visitObjects(async (visited) => {
    const { page, example } = visited;
    await opened(page);
    await page.getByRole('link', { name: 'Guide' }).click();
    await rows(page).first().waitFor();
    await eventually(() => {
      expect(searches(example)).to.equal(1);
    });
    await act(visited);
  });

describe('the recipes of the guide in a browser', () => {
  it('a list that follows a search box marks the rows before until the new ones are there, and is there again', () =>
    visit(async ({ page, example }) => {
      // More shows skeleton rows, and keeps the focus.
      const before = await rows(page).count();
      example.service.setFaults([{ type: 'delay', every: 1, ms: 500 }]);
      await more(page).focus();
      await page.keyboard.press('Enter');
      await found(page).locator('.skeleton').first().waitFor();
      await eventually(async () => {
        expect(await rows(page).count()).to.equal(2 * before);
        expect(await found(page).locator('.skeleton').count()).to.equal(0);
      });
      expect(await page.evaluate(() => document.activeElement?.textContent.trim())).to.equal('More');

      // One request for a word.
      await typeQuickly(box(page), 'Kalo');
      await found(page).locator('li.previous').first().waitFor();
      await eventually(async () => {
        expect(await found(page).locator('li.previous').count()).to.equal(0);
        const names = await rows(page).allInnerTexts();
        expect(names).to.not.be.empty;
        for (const name of names) expect(name).to.match(/^Kalo/);
      });
      expect(searches(example)).to.equal(3);
      await box(page).fill('Nobody');
      await page.getByText('Nobody has such a name.').waitFor();
      example.service.setFaults([{ type: 'html', every: 1 }]);
      await box(page).fill('Mi');
      await page.getByText('Something is wrong with this list.').waitFor();
      example.faults.clear();

      // To one and back: rows and place are there again, without a request.
      await box(page).fill('');
      await eventually(async () => {
        expect(await rows(page).count()).to.equal(2 * before);
      });
      await found(page).evaluate((element) => {
        element.scrollTop = 2_000;
      });
      const asked = searches(example);
      const name = await rows(page).nth(60).innerText();
      await rows(page).nth(60).getByRole('link').click();
      await page.getByRole('heading', { name }).waitFor();
      expect(searches(example)).to.equal(asked + 1);
      await page.goBack();
      await eventually(async () => {
        expect(await found(page).evaluate((element) => Math.round(element.scrollTop))).to.be.within(1_900, 2_100);
      });
      expect(await rows(page).count()).to.equal(2 * before);
      expect(searches(example)).to.equal(asked + 1);
      await more(page).click();
      await eventually(async () => {
        expect(await rows(page).count()).to.equal(3 * before);
      });
      expect(searches(example)).to.equal(asked + 2);
    }));

  it('a store shows a page and one more, and a live list what is new, what changed and what is gone', () =>
    visit(async ({ page, example }) => {
      const employees = page.getByRole('list', { name: 'Employees of the store' }).getByRole('listitem');
      await eventually(async () => {
        expect(await employees.count()).to.equal(5);
      });
      await page.getByRole('button', { name: 'More of the store' }).click();
      await eventually(async () => {
        expect(await employees.count()).to.equal(10);
      });

      await page.getByRole('switch', { name: 'Live' }).check();
      const live = page.getByRole('list', { name: 'Employees, live' }).getByRole('listitem');
      await eventually(async () => {
        expect(await live.count()).to.equal(2_500);
      });
      await page.getByRole('button', { name: 'Change the first employee' }).click();
      await eventually(async () => {
        expect(await live.first().innerText()).to.match(/ \(1\)$/);
      });
      example.service.store.delete('employee', 1);
      example.service.store.insert('employee', { id: 9_999, name: 'New One' });
      await eventually(async () => {
        expect(await live.last().innerText()).to.equal('New One');
        expect(await live.nth(1).getAttribute('data-id')).to.equal('3');
      });
      expect(await live.count()).to.equal(2_500);
      await picture(page, 'live');
    }));
});
