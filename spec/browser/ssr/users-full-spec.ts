import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes, eventually } from '../eventually';
import { says } from '../list';
import type { Example } from '../Example';
import { inBrowser, signIn } from '../visit';
import { rendered, visitRendered, withRendered } from './RenderedExample';

/** Objects that could not be read look the same for everybody. */
const isName = (title: string): boolean => /^[A-Z]{2}-/.test(title);

const texts = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await page.locator('main li .title').allInnerTexts()).filter(isName);

/** The names in the page that the server renders for somebody. */
const namesOf = async (example: Example, visitor: string): Promise<ReadonlyArray<string>> => {
  const html = await rendered(example, '/signals', visitor);
  return [...html.matchAll(/<span class="title">([^<]+)<\/span>/g)]
    .flatMap(([, name]) => name ?? [])
    .filter(isName);
};

/** Notes every name that is shown from the moment at which the application takes over. */
const noteNames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    addEventListener('DOMContentLoaded', () => {
      const look = (): void => {
        if (document.querySelector('[ngh]') !== null) return;
        for (const title of document.querySelectorAll('main li .title'))
          seen.add(title.textContent);
      };
      new MutationObserver(look).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  });

const seenNames = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);

describe('the rows of another user', () => {
  it('are in none of 64 pages that are rendered at once, each with a credential of its own', () =>
    withRendered(async (example) => {
      const visitors = Array.from({ length: 64 }, (_, index) =>
        index % 2 === 0 ? 'ada' : 'grace',
      );
      example.settings.within = 600_000;
      const pages = await Promise.all(visitors.map((visitor) => namesOf(example, visitor)));
      const [ada = [], grace = []] = pages;
      expect([ada.length, grace.length, new Set([...ada, ...grace]).size]).to.deep.equal([
        24, 24, 48,
      ]);
      expect(pages).to.deep.equal(visitors.map((visitor) => (visitor === 'ada' ? ada : grace)));
      expect(example.tokens.map(({ visitor }) => visitor)).to.have.members(visitors);
      expect(example.tokens.map(({ uses }) => uses)).to.deep.equal(visitors.map(() => 1));
    }));

  for (const cacheControl of [undefined, 'private, max-age=60'])
    it(`are not shown by Back to somebody who has signed in since (${cacheControl ?? 'no-store'})`, () =>
      withRendered((example) =>
        inBrowser(async (page) => {
          example.settings.cacheControl = cacheControl;
          const [ada, grace] = [await namesOf(example, 'ada'), await namesOf(example, 'grace')];
          expect(ada.filter((name) => grace.includes(name))).to.deep.equal([]);
          const tokensOfOthers = example.tokens.length;

          await signIn(page, example, 'ada');
          await page.goto(`${example.url}/signals`);
          expect(await texts(page)).to.deep.equal(ada);
          // Another application at the same address, in which the next one signs in.
          await page.goto(`${example.url}/main.js`);
          await signIn(page, example, 'grace');

          await noteNames(page);
          await page.goBack();
          await page.getByText('Grace', { exact: true }).waitFor();
          await becomes(() => texts(page), grace);
          // HTML that the browser has kept is shown until the application takes over: that is what no-store is for.
          if (cacheControl === undefined)
            expect((await seenNames(page)).filter((name) => ada.includes(name))).to.deep.equal([]);
          expect(example.tokens.slice(tokensOfOthers).map(({ visitor }) => visitor)).to.deep.equal([
            'ada',
            'grace',
          ]);
        }),
      ));

  it('are not loaded into a list where somebody else has signed in meanwhile: nothing is sent', () =>
    visitRendered('/signals', async ({ page, example, hydrate }) => {
      await hydrate();
      const loadMore = page.getByRole('button', { name: 'Load more' });
      await loadMore.click();
      await says(page, '50 of 600 objects. There is more.');
      const ada = await texts(page);
      await signIn(page, example, 'grace');
      example.revoke();
      await loadMore.click();
      await says(page, /^You are no longer signed in/);
      expect(await texts(page)).to.deep.equal(ada);
      expect(
        example.tokens.filter(({ visitor }) => visitor === 'grace').map(({ uses }) => uses),
      ).to.deep.equal([0]);
    }));

  it('go when one signs out in any tab, and those of the next one come, also to a page that Back restores', () =>
    visitRendered('/signals', async ({ page, example, hydrate }) => {
      await hydrate();
      const [ada, grace] = [await namesOf(example, 'ada'), await namesOf(example, 'grace')];
      expect(await texts(page)).to.deep.equal(ada);
      const other = await page.context().newPage();
      await other.goto(`${example.url}/signals`);
      await other.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out').waitFor();
      expect(await texts(page)).to.deep.equal([]);
      await other.getByRole('button', { name: 'as Grace' }).click();
      await becomes(() => texts(page), grace);
      await signIn(page, example, 'ada');
      await page.evaluate(() =>
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      );
      await becomes(() => texts(page), ada);
    }));
});

describe('the client of a route', () => {
  it('takes over the rows that were rendered with it: one request in all, and no skeletons under them', () =>
    visitRendered('/million', async ({ page, example, hydrate }) => {
      const memory = page.getByTestId('memory');
      const viewport = page.getByRole('list', { name: 'Readings' });
      const rows = viewport.getByRole('listitem');
      expect(await rows.count()).to.equal(25);
      await page.evaluate(() => {
        const seen = { skeletons: 0 };
        Object.assign(globalThis, { seen });
        new MutationObserver(() => {
          seen.skeletons += document.querySelectorAll('.skeleton, .placeholder').length;
        }).observe(document.body, { childList: true, subtree: true });
      });

      await hydrate();
      expect(
        await page.evaluate(() => (globalThis as unknown as { seen: unknown }).seen),
      ).to.deep.equal({
        skeletons: 0,
      });
      expect(
        await viewport.evaluate(({ scrollHeight }) => scrollHeight),
        'as high as its total',
      ).to.equal(30_000_000);
      expect(await rows.first().innerText()).to.include('Anemometer');
      expect(example.gateway.offsets).to.deep.equal([0]);
      expect((await memory.innerText()).trim()).to.equal('200 rows in memory, 0 requests');

      // More of it costs the first page once more, and then only what is looked at.
      await page.getByRole('button', { name: 'Go to row' }).click();
      await eventually(async () => {
        await page.getByRole('button', { name: 'Go to row' }).click();
        expect(await rows.allInnerTexts()).to.satisfy((all: ReadonlyArray<string>) =>
          all.some((text) => /^700,000\s+Tide gauge/.test(text)),
        );
      });
      expect(example.gateway.offsets.length).to.be.below(8);
    }));
});
