import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { entries, type Manifest } from '../package/support/Manifest';
import { moduleExports } from '../package/support/moduleExports';
import { root, textFiles } from '../textFiles';
import { axeViolations } from './axe';
import { type Crawl, crawl } from './site/crawl';
import { serveSite, siteFolder } from './site/serveSite';
import { inBrowser } from './visit';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** What axe finds wrong with TypeDoc's own theme, whatever a page holds. */
const ofTheTheme = /^(heading-order|landmark-one-main|link-in-text-block|nested-interactive|region): /;

const violations = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await axeViolations(page)).filter((violation) => !ofTheTheme.test(violation));

describe('the site of guides and reference', () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  let reached: Crawl;

  /** Opens a page and waits until its scripts have drawn the navigation. */
  const open = async (page: Page, path = ''): Promise<void> => {
    await page.goto(site.url + path);
    await page.locator('.tsd-navigation a').first().waitFor({ state: 'attached' });
  };

  const pathOf = (ending: string): string =>
    Object.keys(reached.pages).find((path) => path.endsWith(ending)) ?? `no page ends with ${ending}`;

  before(async () => {
    site = await serveSite();
    await inBrowser(async (page) => {
      await open(page);
      reached = await crawl(page);
    });
  });

  after(() => {
    site.close();
  });

  it('has no link, anchor, picture or script that leads nowhere, and no page that nothing leads to', () => {
    expect(reached.broken).to.deep.equal([]);
    expect(Object.keys(reached.pages)).to.include.members(Object.keys(textFiles('.', '.html', siteFolder)));
  });

  for (const { specifier, types } of entries(manifest)) {
    it(`has a page for every public name of ${specifier}`, () => {
      const names = moduleExports(join(root, types)).names.map(({ name }) => name);
      expect(names).not.to.deep.equal([]);
      // The type Paging has the path of pagewalk/paging, but for its case: the entry comes second.
      const { links } = reached.pages[`${specifier}.html`] ?? reached.pages[`${specifier}-1.html`] ?? { links: [] };
      const isTold = (name: string): boolean =>
        links.some(([text, path]) => text === name && reached.pages[path]?.title.startsWith(`${name} | `));
      expect(names.filter((name) => !isTold(name))).to.deep.equal([]);
    });
  }

  it('has every page of the docs, by the title that it gives itself', () => {
    for (const [path, text] of Object.entries(textFiles('docs', '.md'))) {
      const [, heading = ''] = /^# (.+)$/m.exec(text) ?? [];
      const title = `${heading.replaceAll('`', '')} | `;
      expect(reached.pages[path.replace(/\.md$/, '.html')]?.title.slice(0, title.length), path).to.equal(title);
    }
  });

  it('finds a name and a guide', () =>
    inBrowser(async (page) => {
      const find = async (words: string, path: string): Promise<void> => {
        await open(page);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.waitForFunction(() => document.getElementById('tsd-search-status')?.textContent === '');
        await page.getByRole('combobox').fill(words);
        await page.locator(`[role=option] a[href$="${path}"]`).first().click();
        await page.waitForURL(`**/${path}`);
      };
      await find('createClient', 'pagewalk/createClient.html');
      await find('backpressure', pathOf('backpressure.html'));
    }));

  it('draws the diagrams of a guide, and shows the pictures of the front page', () =>
    inBrowser(async (page) => {
      await open(page, pathOf('backpressure.html'));
      expect(await page.locator('svg.marbles').count()).to.be.above(2);
      await open(page);
      const widths = await page
        .locator('.col-content img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
      expect(widths).not.to.include(0);
    }));

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`draws marble diagrams that everyone can read in its ${colorScheme} colours`, () =>
      inBrowser(
        async (page) => {
          await open(page, 'pagewalk/rights.html');
          const diagram = page.getByRole('img', { name: 'Marble diagram' });
          expect((await diagram.boundingBox())?.width).to.be.above(200);
          expect(await diagram.locator('desc').textContent()).to.include('--a--x--b--(y|)');
          expect(await page.locator('code.text').count()).to.equal(0);
          expect(await page.getByRole('link', { name: 'orThrow' }).last().isVisible()).to.equal(true);
          expect(await violations(page)).to.deep.equal([]);
        },
        { colorScheme },
      ));
  }
});
