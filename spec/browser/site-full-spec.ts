import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { entries, type Manifest } from '../package/support/Manifest';
import { moduleExports } from '../package/support/moduleExports';
import { root, textFiles } from '../textFiles';
import { axeViolations } from './axe';
import { type Crawl, crawl } from './site/crawl';
import { serveSite, siteFolder } from './site/serveSite';
import { withProfile } from './profile';
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

  it('opens with what it is, three cards, and the way to the first program', () =>
    inBrowser(async (page) => {
      await open(page);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).to.have.lengthOf(1);
      expect(await page.locator('.cards > div').count()).to.equal(3);
      await page.getByRole('link', { name: 'Get started' }).click();
      await page.waitForURL('**/docs/getting-started.html');
    }));

  it('shows every page of the docs in its sidebar, in groups that stay as the reader leaves them', () =>
    inBrowser(async (page) => {
      await open(page);
      const shown = (path: string): Promise<boolean> =>
        page.locator(`#tsd-nav-container a[href$="/${path}"]`).first().isVisible();
      for (const path of Object.keys(textFiles('docs', '.md')))
        expect(await shown(path.replace(/\.md$/, '.html')), path).to.equal(true);
      await page.locator('summary', { hasText: 'Start here' }).click();
      await open(page);
      expect([await shown('docs/errors.html'), await shown('docs/guides/durable.html')]).to.deep.equal([false, true]);
    }));

  for (const { words, path, excerpt } of [
    { words: 'rate limit', path: 'docs/guides/many-walks.html', excerpt: /rate limit/i },
    { words: 'resume', path: 'docs/guides/durable.html', excerpt: /resum/i },
    { words: 'backpressure', path: 'docs/guides/backpressure.html', excerpt: /backpressure|valve/i },
    { words: 'cancel', path: 'docs/guides/backpressure.html', excerpt: /cancel/i },
    { words: 'debug', path: 'docs/guides/devtools.html', excerpt: /debug/i },
    { words: 'createClient', path: 'pagewalk/createClient.html', excerpt: /Makes a client/ },
  ]) {
    it(`finds ${path} among the first three for ${words}, guides before members, with an excerpt`, () =>
      inBrowser(async (page) => {
        await open(page);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.waitForFunction(() => document.getElementById('tsd-search-status')?.textContent === '');
        await page.getByRole('combobox').fill(words);
        await page.locator('#tsd-search-results small').first().waitFor();
        const found = page.locator('[role=option] a');
        const paths = await found.evaluateAll((links) =>
          links.map((link) => (link as HTMLAnchorElement).href.slice(location.href.length)),
        );
        expect(paths.slice(0, 3)).to.include(path);
        const members = paths.map((one) => one.includes('#'));
        const guides = paths.map((one) => one.startsWith('docs/'));
        if (members.includes(true)) expect(guides.lastIndexOf(true)).to.be.below(members.indexOf(true));
        expect(await found.nth(paths.indexOf(path)).locator('small').textContent()).to.match(excerpt);
        await found.nth(paths.indexOf(path)).click();
        await page.waitForURL(`**/${path}`);
      }));
  }

  it('works from the file system too, with its sidebar and its search', () =>
    withProfile(async (context) => {
      const page = await context.newPage();
      await page.goto(pathToFileURL(join(siteFolder, 'index.html')).href);
      await page.locator('#tsd-nav-container').getByRole('link', { name: 'Many walks', exact: true }).click();
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('resume');
      await page.locator('#tsd-search-results small').first().waitFor();
      await page.locator('[role=option] a').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }));

  it('says in a line what each name of an entry is, and gives every parameter a name', () => {
    const pages = textFiles('.', '.html', siteFolder);
    const summaries = (pages['pagewalk.html'] ?? '').match(/<dd class="tsd-member-summary[^]*?<\/dd>/g) ?? [];
    expect(summaries).to.have.length.above(20);
    expect(summaries.filter((summary) => !summary.includes('<p>'))).to.deep.equal([]);
    expect(Object.keys(pages).filter((path) => pages[path]?.includes('__namedParameters'))).to.deep.equal([]);
  });

  it('scrolls no page sideways on a phone: code and tables scroll inside themselves', () =>
    inBrowser(
      async (page) => {
        const paths = Object.keys(reached.pages).filter((path) => /^(?:[^/]+|docs\/.+|playground\/.+)$/.test(path));
        const wide: Array<string> = [];
        for (const path of [...paths, 'pagewalk/createClient.html', 'pagewalk/ListParams.html']) {
          if (!path.endsWith('.html')) continue;
          await page.goto(site.url + path);
          if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(path);
        }
        expect(wide).to.deep.equal([]);
      },
      { viewport: { width: 390, height: 800 }, javaScriptEnabled: false },
    ));

  it('puts the cells of a row below each other on a phone, each under the title of its column', () =>
    inBrowser(
      async (page) => {
        for (const path of ['docs/errors.html', 'docs/guides/resilience.html', 'docs/guides/command-line.html']) {
          await open(page, path);
          const tables = await page
            .locator('.table')
            .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
          expect(Math.max(...tables), path).to.equal(0);
        }
        const cell = page.locator('.table td:nth-child(2)').first();
        expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).to.equal('"means"');
      },
      { viewport: { width: 390, height: 800 } },
    ));

  it('leads from each guide to the next one and back, in the order of the map', () =>
    inBrowser(async (page) => {
      await open(page, 'docs/getting-started.html');
      const visited = [page.url()];
      for (let next = page.locator('a[rel=next]'); (await next.count()) > 0; next = page.locator('a[rel=next]')) {
        await page.goto(new URL((await next.getAttribute('href')) ?? '', page.url()).href);
        visited.push(page.url());
      }
      expect(new Set(visited).size).to.equal(visited.length);
      expect(visited.map((url) => url.slice(site.url.length).replace('.html', '.md'))).to.have.members(
        Object.keys(textFiles('docs', '.md')).filter((path) => path !== 'docs/README.md'),
      );
      await page.locator('a[rel=prev]').click();
      await page.waitForURL(visited.at(-2) ?? '');
    }));

  it('has an icon, and colours that a button changes for every page', () =>
    inBrowser(
      async (page) => {
        await open(page);
        expect(await page.locator('link[rel=icon]').getAttribute('href')).to.include('favicon.svg');
        await page.getByRole('button', { name: 'Dark colours' }).click();
        await open(page, 'docs/errors.html');
        expect(await page.locator('html').getAttribute('data-theme')).to.equal('dark');
        await page.getByRole('button', { name: 'Light colours' }).click();
        expect(await page.locator('html').getAttribute('data-theme')).to.equal('light');
      },
      { colorScheme: 'light' },
    ));

  it('has room for the code of its guides', () =>
    inBrowser(async (page) => {
      await page.goto(`${site.url}docs/guides/resilience.html`);
      const widths = await page
        .locator('pre')
        .evaluateAll((blocks) => blocks.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
      expect(widths).to.have.length.above(3);
      expect(Math.max(...widths)).to.equal(0);
    }));

  it('draws the diagrams of a guide', () =>
    inBrowser(async (page) => {
      await open(page, pathOf('backpressure.html'));
      expect(await page.locator('svg.marbles').count()).to.be.above(2);
    }));

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has a home page and guides that everyone can read in its ${colorScheme} colours`, () =>
      inBrowser(
        async (page) => {
          for (const path of ['', 'docs/guides/devtools.html']) {
            await open(page, path);
            expect(await violations(page), path).to.deep.equal([]);
          }
        },
        { colorScheme },
      ));

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
