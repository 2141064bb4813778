import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes, eventually } from './eventually';
import { opened, rowHeight, says, status, typeQuickly } from './list';
import { visit as visitObjects, type Visit } from './visit';

const found = (page: Page): Locator => page.getByRole('list', { name: 'Employees found' });
const rows = (page: Page): Locator => found(page).locator('[data-id]');
const box = (page: Page): Locator => page.getByRole('searchbox', { name: 'Name begins with' });
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name, exact: true }).click();

/** Every search. */
const searches = (example: Visit['example']): number =>
  example.requests.filter(({ method }) => method === 'POST').length;

const top = (page: Page): Promise<number> =>
  found(page).evaluate((element) => Math.round(element.scrollTop));

const scrollTo = (page: Page, row: number): Promise<void> =>
  found(page).evaluate((element, offset) => {
    element.scrollTop = offset;
  }, row * rowHeight);

/** The names in the document, each of which belongs to the search. */
const expectNames = async (page: Page, beginning: RegExp): Promise<void> => {
  await eventually(async () => {
    expect(await page.locator('.previous, .coming').count()).to.equal(0);
    const names = await rows(page).getByRole('link').allInnerTexts();
    expect(names).to.not.be.empty;
    for (const name of names) expect(name).to.match(beginning);
  });
};

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return (
      element?.getAttribute('aria-label') ??
      element?.closest('label')?.innerText ??
      element?.textContent.trim()
    );
  });

const visit = (where: 'Search' | 'Guide', act: (visit: Visit) => Promise<void>): Promise<void> =>
  visitObjects(async (visited) => {
    const { page, example } = visited;
    await opened(page);
    await goTo(page, where);
    await rows(page).first().waitFor();
    await becomes(() => searches(example), 1);
    await act(visited);
  });

describe('a search with virtual scroll in a browser', () => {
  it('sends one request for a word, dims the rows before until the new ones come, and shows these from the top', () =>
    visit('Search', async ({ page, example }) => {
      expect(await status(page).innerText()).to.equal('100 of 2,500 objects. Scroll for more.');
      await scrollTo(page, 20);
      example.service.setFaults([{ type: 'delay', every: 1, ms: 5_000 }]);
      await typeQuickly(box(page), 'Kalo');
      await page.locator('.previous').waitFor();
      await page.locator('.coming').waitFor();
      expect(await top(page)).to.equal(20 * rowHeight);
      expect(await status(page).innerText()).to.equal('Loading.');

      await expectNames(page, /^Kalo/);
      expect(await top(page)).to.equal(0);
      expect(await status(page).innerText()).to.match(/^The end: \d+ objects\.$/);
      expect(searches(example)).to.equal(2);

      // The rows of an empty box are kept, with their place.
      await box(page).press('Escape');
      await says(page, '100 of 2,500 objects. Scroll for more.');
      await becomes(() => top(page), 20 * rowHeight);
      expect(searches(example)).to.equal(2);
    }));

  it('is worked with the keyboard alone: types, scrolls to the last page, skips the list, opens a row and comes back', () =>
    visit('Search', async ({ page, example }) => {
      await box(page).focus();
      await page.keyboard.insertText('Ka');
      await expectNames(page, /^Ka/);
      const [, total = ''] = /^100 of (\d+) objects/.exec(await status(page).innerText()) ?? [];
      // Those who do not see the rows hear how many there are.
      await page
        .getByRole('status')
        .filter({ hasText: `100 of ${total} ` })
        .waitFor({ state: 'attached' });
      await page.keyboard.press('Tab');
      expect(await focused(page)).to.equal('Skip the list');
      expect((await button(page, 'Skip the list').boundingBox())?.width).to.be.above(60);
      await page.keyboard.press('Tab');
      expect(await focused(page)).to.equal('Employees found');
      await eventually(async () => {
        await page.keyboard.press('End');
        expect(await status(page).innerText()).to.equal(`The end: ${total} objects.`);
      });
      const pages = Math.ceil(Number(total) / 100);
      expect(pages).to.be.above(1);
      expect(searches(example)).to.equal(1 + pages);
      await expectNames(page, /^Ka/);

      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      expect(await focused(page)).to.equal('Start over');
      let [name, before] = ['', 0];
      // A row that scrolls out of what is rendered takes the focus with it: the list has come to rest when both stay.
      await eventually(async () => {
        await found(page).focus();
        await page.keyboard.press('Tab');
        [name, before] = [(await focused(page)) ?? '', await top(page)];
        expect(name).to.match(/^Ka/);
        expect(before).to.be.above(100 * rowHeight);
        await page.waitForTimeout(200);
        expect([await focused(page), await top(page)]).to.deep.equal([name, before]);
      });
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name }).waitFor();
      await page.getByText('Started').waitFor();
      expect(searches(example)).to.equal(2 + pages);

      // Rows, place and text are there again, without a request.
      await page.getByRole('link', { name: 'Back to the search' }).focus();
      await page.keyboard.press('Enter');
      await eventually(async () => {
        expect(await top(page)).to.be.within(before - rowHeight, before + rowHeight);
      });
      expect(await box(page).inputValue()).to.equal('Ka');
      expect(await status(page).innerText()).to.equal(`The end: ${total} objects.`);
      expect(searches(example)).to.equal(2 + pages);
    }));

  it('says that nobody was found, and goes back to everybody', () =>
    visit('Search', async ({ page, example }) => {
      await box(page).fill('Nobody');
      await page.getByText('Nobody has a name that begins with “Nobody”.').waitFor();
      await button(page, 'Clear the search').click();
      await rows(page).first().waitFor();
      expect(await focused(page)).to.match(/^Name begins with/);

      // What cannot be read stays beside the rows before, which are still there.
      example.service.setFaults([{ type: 'html', every: 1 }]);
      await box(page).fill('Ka');
      await page.getByText('Something is wrong with this list.').first().waitFor();
      expect(await rows(page).count()).to.be.above(10);
      expect(await page.locator('.coming').count()).to.equal(0);
      example.faults.clear();
      await button(page, 'Retry').click();
      await expectNames(page, /^Ka/);
    }));

  it('shows skeleton rows before the first page, and a failure with its button in the middle', () =>
    visitObjects(async ({ page, example }) => {
      await opened(page);
      example.service.setFaults([
        { type: 'delay', every: 1, ms: 500 },
        { type: 'html', every: 1 },
      ]);
      await goTo(page, 'Search');
      await page.locator('example-skeleton-rows').waitFor();
      await button(page, 'Retry').waitFor();
      expect(await page.locator('example-skeleton-rows').count()).to.equal(0);
      const [frame, retry] = [
        await found(page).boundingBox(),
        await button(page, 'Retry').boundingBox(),
      ];
      if (frame === null || retry === null) throw new Error('nothing is shown');
      expect(retry.x + retry.width / 2 - (frame.x + frame.width / 2)).to.be.within(-4, 4);
      expect(retry.y).to.be.within(frame.y + frame.height / 4, frame.y + (3 * frame.height) / 4);
      example.faults.clear();
      await button(page, 'Retry').click();
      await rows(page).first().waitFor();
    }));
});

describe('the recipes of the guide in a browser', () => {
  it('a list that follows a search box marks the rows before until the new ones are there, and is there again', () =>
    visit('Guide', async ({ page, example }) => {
      // More shows skeleton rows, and keeps the focus.
      const before = await rows(page).count();
      example.service.setFaults([{ type: 'delay', every: 1, ms: 500 }]);
      await button(page, 'More').focus();
      await page.keyboard.press('Enter');
      await found(page).locator('.skeleton').first().waitFor();
      await becomes(() => rows(page).count(), 2 * before);
      await becomes(() => found(page).locator('.skeleton').count(), 0);
      expect(await focused(page)).to.equal('More');

      // One request for a word.
      await typeQuickly(box(page), 'Kalo');
      await found(page).locator('.previous').first().waitFor();
      await expectNames(page, /^Kalo/);
      expect(searches(example)).to.equal(3);
      await box(page).fill('Nobody');
      await page.getByText('Nobody has such a name.').waitFor();
      example.service.setFaults([{ type: 'html', every: 1 }]);
      await box(page).fill('Mi');
      await page.getByText('Something is wrong with this list.').waitFor();
      example.faults.clear();

      // To one and back: rows and place are there again, without a request.
      await box(page).fill('');
      await becomes(() => rows(page).count(), 2 * before);
      await scrollTo(page, 2_000 / rowHeight);
      const asked = searches(example);
      const name = await rows(page).nth(55).innerText();
      await rows(page).nth(55).getByRole('link').click();
      await page.getByRole('heading', { name }).waitFor();
      expect(searches(example)).to.equal(asked + 1);
      await page.goBack();
      await eventually(async () => {
        expect(await top(page)).to.be.within(1_900, 2_100);
      });
      expect(await rows(page).count()).to.equal(2 * before);
      expect(searches(example)).to.equal(asked + 1);
    }));

  it('a live list shows what is new, what changed and what is gone', () =>
    visit('Guide', async ({ page, example }) => {
      await page.getByRole('switch', { name: 'Live' }).check();
      const live = page.getByRole('list', { name: 'Employees, live' }).getByRole('listitem');
      await becomes(() => live.count(), 2_500);
      await page.getByRole('button', { name: 'Change the first employee' }).click();
      await eventually(async () => {
        expect(await live.first().innerText()).to.match(/ \(1\)$/);
      });
      example.service.store.delete('employee', 1);
      example.service.store.insert('employee', { id: 9_999, name: 'New One' });
      await becomes(() => live.last().innerText(), 'New One');
      await becomes(() => live.nth(1).getAttribute('data-id'), '3');
      expect(await live.count()).to.equal(2_500);
    }));
});
