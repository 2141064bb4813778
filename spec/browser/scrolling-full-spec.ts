import { expect } from 'chai';
import { eventually } from './eventually';
import { hurryThrough, idsTo, list, opened, pick, renderedEnd, scrollThrough, scrollTo, status } from './list';
import { picture } from './picture';
import { visit } from './visit';

/** As in the example: rows that may lie ready, and objects of a page. */
const mark = 50;
const pageSize = 100;

describe('the list in a browser', () => {
  it('scrolls through 10,000 objects with few rows in the document, none missing and none twice', () =>
    visit(
      async ({ page, example }) => {
        await opened(page);
        const { ids, mostRows } = await scrollThrough(page);
        expect(ids).to.deep.equal(idsTo(10_000));
        expect(mostRows).to.be.within(40, 75);
        expect(await status(page).innerText()).to.equal('The end: 10,000 objects.');
        expect(example.requests.map((request) => request.status)).to.deep.equal(Array<number>(100).fill(200));
        await picture(page, 'end');
      },
      { viewport: { width: 1280, height: 2400 } },
    ));

  it('fetches on opening what the viewport and the mark need, and then as slowly as one scrolls', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      for (let row = 0; row <= 300; row += 10) {
        await scrollTo(page, row);
        await eventually(async () => {
          const end = await renderedEnd(page);
          expect(end).to.be.at.least(row + 10);
          const needed = Math.floor((end + mark) / pageSize) + 1;
          expect(example.requests).to.have.lengthOf(needed);
          expect(await status(page).innerText()).to.equal(`${needed * pageSize} of 10,000 objects. Scroll for more.`);
        });
        if (row === 0) expect(example.requests).to.have.lengthOf(1);
      }
      expect(example.requests).to.have.lengthOf(4);
    }));

  it('begins at the top with another walk when one picks a revision or a type', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      await scrollTo(page, 80);
      await page.getByRole('radio', { name: 'Search' }).check();
      expect(await page.getByRole('switch', { name: 'Snapshot' }).isDisabled()).to.equal(true);
      await pick(page, 'aircraft');
      await list(page).getByText('PW-0001').waitFor();
      expect(await list(page).evaluate((element) => element.scrollTop)).to.equal(0);
      await hurryThrough(page);
      expect(await status(page).innerText()).to.equal('The end: 600 objects.');
      expect(example.requests.at(-1)).to.include({ method: 'POST', status: 200 });

      await page.getByRole('button', { name: 'Start over' }).click();
      await eventually(async () => {
        expect(await status(page).innerText()).to.equal('100 of 600 objects. Scroll for more.');
      });
    }));
});
