import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from '../axe';
import { becomes } from '../eventually';
import { says, status } from '../list';
import { visitRendered } from './RenderedExample';

const rows = (page: Page): Locator => page.locator('main').getByRole('listitem');

const loadMore = (page: Page): Locator => page.getByRole('button', { name: 'Load more' });

const texts = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await rows(page).allInnerTexts()).slice();

/** Marks every row, to know it again. */
const mark = (page: Page): Promise<void> =>
  rows(page).evaluateAll((elements) => {
    for (const element of elements) element.setAttribute('data-mark', 'server');
  });

const marked = (page: Page): Promise<number> => page.locator('[data-mark=server]').count();

describe('hydration', () => {
  it('takes over the first page as the server has rendered it, without a second request', () =>
    visitRendered('/signals', async ({ page, example, hydrate }) => {
      expect(await rows(page).count()).to.equal(25);
      expect(example.requests).to.have.lengthOf(1);
      await mark(page);
      await status(page).evaluate((element) => {
        const said = new Set([element.textContent]);
        Object.assign(globalThis, { said });
        const changes = { characterData: true, childList: true, subtree: true };
        new MutationObserver(() => said.add(element.textContent)).observe(element, changes);
      });

      await hydrate();
      expect(await marked(page)).to.equal(25);
      // Its live region says nothing else on the way.
      const said = await page.evaluate(() => [
        ...(globalThis as unknown as { said: Set<string> }).said,
      ]);
      expect(said.map((text) => text.trim())).to.deep.equal(['25 of 600 objects. There is more.']);
      expect(example.requests).to.have.lengthOf(1);
      expect(example.tokens).to.have.lengthOf(1);
    }));

  it('goes on by key: the first page is asked for again only when more is wanted, and no row comes twice', () =>
    visitRendered('/signals', async ({ page, example, hydrate }) => {
      await hydrate();
      await mark(page);
      await loadMore(page).click();
      await says(page, '50 of 600 objects. There is more.');
      expect(await marked(page)).to.equal(25);
      expect(new Set(await texts(page)).size).to.equal(50);
      expect(example.requests).to.have.lengthOf(3);

      await loadMore(page).click();
      await says(page, '75 of 600 objects. There is more.');
      expect(example.requests).to.have.lengthOf(4);
    }));

  it('loses no click that came before it', () =>
    visitRendered('/signals', async ({ page, example, hydrate }) => {
      await loadMore(page).click();
      expect(example.requests).to.have.lengthOf(1);
      await hydrate();
      await says(page, '50 of 600 objects. There is more.');
      expect(example.requests).to.have.lengthOf(3);
    }));

  it('takes over the first rows of a virtual list, without a second request, and goes on as one scrolls', () =>
    visitRendered('/', async ({ page, example, hydrate }) => {
      const before = await texts(page);
      expect(before).to.have.lengthOf(15);
      await mark(page);

      await hydrate();
      const viewport = page.getByRole('list', { name: /^Readings/ });
      await becomes(async () => (await texts(page)).slice(0, 10), before.slice(0, 10));
      // Angular 19 renders the rows of every viewport of the CDK again, those of an array too.
      if (process.env.PAGEWALK_ANGULAR !== '19') expect(await marked(page)).to.be.above(9);
      expect(example.requests).to.have.lengthOf(1);

      await viewport.evaluate((element) => {
        element.scrollTop = 90 * 56;
      });
      await says(page, '200 of 10,000 objects. Scroll for more.');
      expect(example.requests).to.have.lengthOf(3);
    }));

  it('takes over any page with its total, so that page buttons know how many pages there are, and goes on behind it', () =>
    visitRendered('/pages?page=3', async ({ page, example, hydrate }) => {
      const [ids, range] = [
        page.locator('td.mat-column-id'),
        page.locator('.mat-mdc-paginator-range-label'),
      ];
      const shown = ['51', '51 – 75 of 2500'];
      expect([await ids.first().innerText(), (await range.innerText()).trim()]).to.deep.equal(
        shown,
      );
      expect(example.pages).to.deep.equal([50]);
      await hydrate();
      expect([await ids.first().innerText(), (await range.innerText()).trim()]).to.deep.equal(
        shown,
      );
      // The next one was loaded ahead.
      await becomes(() => example.pages, [50, 75]);
      await page.getByRole('button', { name: 'Next page' }).click();
      await becomes(() => ids.first().innerText(), '76');
      expect(new URL(page.url()).search).to.equal('?page=4');
      await becomes(() => example.pages, [50, 75, 100]);
    }));

  it('computes a page that an address names, however large, and shows the last one', () =>
    visitRendered('/pages?page=10000001', async ({ page, hydrate }) => {
      await hydrate();
      await becomes(() => page.locator('td.mat-column-id').last().innerText(), '2500');
    }));

  it('leaves what the browser renders alone', () =>
    visitRendered('/browser', async ({ page, example, hydrate }) => {
      expect(await rows(page).count()).to.equal(0);
      await hydrate();
      await says(page, '25 of 600 objects. There is more.');
      expect(example.requests).to.have.lengthOf(1);
    }));

  it('leaves pages behind with which axe finds nothing wrong, in both colours, and which fit on a phone', () =>
    visitRendered('/signals', async ({ page, example, hydrate }) => {
      await hydrate();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await axeViolations(page)).to.deep.equal([]);
      // The colours are the same on all pages.
      await page.emulateMedia({ colorScheme: 'dark' });
      for (const path of ['/', '/million', '/about']) {
        await page.goto(example.url + path);
        await page.locator('h1').waitFor();
        expect(await axeViolations(page), path).to.deep.equal([]);
      }
      await page.setViewportSize({ width: 375, height: 740 });
      const [nav, link] = [page.getByRole('navigation'), page.getByRole('link', { name: 'About' })];
      const [bar, last] = [await nav.boundingBox(), await link.boundingBox()];
      if (bar === null || last === null) throw new Error('nothing is shown');
      // One line, of which nothing has to be scrolled to.
      expect(bar.height).to.be.below(2 * last.height);
      expect(last.x + last.width).to.be.at.most(375);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
    }));
});
