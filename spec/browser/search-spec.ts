import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { arrival } from './arrival';
import { eventually } from './eventually';
import { opened } from './list';
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
    await page.getByRole('link', { name: 'Search' }).click();
    await rows(page).first().waitFor();
    await eventually(() => {
      expect(searches(example)).to.equal(1);
    });
    await act(visited);
  });

describe('walkResource in a browser: a search box', () => {
  it('sends one request for a word, and shows the rows before, marked, until the new ones are there', () =>
    visit(async ({ page, example }) => {
      example.service.setFaults([{ type: 'delay', every: 1, ms: 700 }]);
      await box(page).pressSequentially('Kalo', { delay: 40 });
      await found(page).locator('li.previous').first().waitFor();
      await eventually(async () => {
        expect(await found(page).locator('li.previous').count()).to.equal(0);
        const names = await rows(page).allInnerTexts();
        expect(names).to.not.be.empty;
        for (const name of names) expect(name).to.match(/^Kalo/);
      });
      expect(searches(example)).to.equal(2);
      await picture(page, 'search');
    }));

  it('aborts the walk before when the text changes', () =>
    visit(async ({ page, example }) => {
      example.service.setFaults([{ type: 'delay', every: 1, ms: 60_000 }]);
      const arrived = arrival(example);
      await box(page).fill('Ka');
      await arrived;
      await box(page).fill('Lo');
      await eventually(() => {
        expect(example.requests.filter(({ aborted }) => aborted)).to.have.lengthOf(1);
      });
    }));

  it('shows skeleton rows while more is on its way, and keeps the focus on More', () =>
    visit(async ({ page, example }) => {
      const before = await rows(page).count();
      example.service.setFaults([{ type: 'delay', every: 1, ms: 500 }]);
      await more(page).focus();
      await page.keyboard.press('Enter');
      await found(page).locator('.skeleton').first().waitFor();
      await eventually(async () => {
        expect(await rows(page).count()).to.be.above(before);
        expect(await found(page).locator('.skeleton').count()).to.equal(0);
      });
      expect(await page.evaluate(() => document.activeElement?.textContent.trim())).to.equal('More');
    }));

  it('says that nobody was found, and what is wrong in words for people', () =>
    visit(async ({ page, example }) => {
      await box(page).fill('Nobody');
      await page.getByText('Nobody has such a name.').waitFor();
      example.service.setFaults([{ type: 'html', every: 1 }]);
      await box(page).fill('Ka');
      await page.getByText('Something is wrong with this list.').waitFor();
    }));

  it('goes to one and back: rows, place and text are there again, without a request', () =>
    visit(async ({ page, example }) => {
      await more(page).click();
      await eventually(() => {
        expect(searches(example)).to.equal(2);
      });
      await eventually(async () => {
        expect(await page.getByRole('status').allInnerTexts()).to.include('200 employees so far');
      });
      await found(page).evaluate((element) => {
        element.scrollTop = 2_000;
      });
      const name = await rows(page).nth(60).innerText();
      await rows(page).nth(60).getByRole('link').click();
      await page.getByRole('heading', { name }).waitFor();
      expect(searches(example)).to.equal(3);
      await page.goBack();
      await eventually(async () => {
        expect(await found(page).evaluate((element) => Math.round(element.scrollTop))).to.be.within(1_900, 2_100);
      });
      expect(await rows(page).count()).to.equal(200);
      expect(searches(example)).to.equal(3);
      await more(page).click();
      await eventually(async () => {
        expect(await rows(page).count()).to.equal(300);
      });
      expect(searches(example)).to.equal(4);
    }));
});

describe('the other recipes in a browser', () => {
  it('a store of @ngrx/signals shows a page, and one more when it is told to', () =>
    visit(async ({ page }) => {
      const employees = page.getByRole('list', { name: 'Employees of the store' }).getByRole('listitem');
      await eventually(async () => {
        expect(await employees.count()).to.equal(5);
      });
      await page.getByRole('button', { name: 'More of the store' }).click();
      await eventually(async () => {
        expect(await employees.count()).to.equal(10);
      });
    }));

  it('a list that stays current shows what is new, what changed and what is gone, each row once', () =>
    visit(async ({ page, example }) => {
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
