import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { entries, type Manifest } from '../package/support/Manifest';
import { moduleExports } from '../package/support/moduleExports';
import { root, textFiles } from '../textFiles';
import { axeViolations } from './axe';
import { type Crawl, crawl } from './crawl';
import { withProfile } from './profile';
import { inBrowser } from './visit';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

const siteFolder = join(root, 'site');
const siteUrl = 'http://site.test/';
const phone = { viewport: { width: 390, height: 800 } };
const docs = Object.entries(textFiles('docs', '.md'));
const htmlOf = (path: string): string => path.replace(/\.md$/, '.html');

/** What axe finds wrong with TypeDoc's own theme, whatever a page holds. */
const ofTheTheme =
  /^(heading-order|landmark-one-main|link-in-text-block|nested-interactive|region): /;

const violations = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await axeViolations(page)).filter((violation) => !ofTheTheme.test(violation));

/** Opens a page and waits until its scripts have drawn the navigation. */
const open = async (page: Page, path = ''): Promise<void> => {
  await page.goto(siteUrl + path);
  await page.locator('.tsd-navigation a').first().waitFor({ state: 'attached' });
};

/** A browser that finds the site of `npm run docs` as any server of files would serve it. */
const onSite = (
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> =>
  inBrowser(async (page) => {
    await page.route(`${siteUrl}**`, (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname).replace(
        /\/$/,
        '/index.html',
      );
      const file = join(siteFolder, path);
      return route.fulfill(existsSync(file) ? { path: file } : { status: 404 });
    });
    await act(page);
  }, options);

/** By how much each of these is wider than its room. */
const surplus = (boxes: Locator): Promise<ReadonlyArray<number>> =>
  boxes.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));

describe('the site of guides and reference', () => {
  let reached: Crawl;

  before(async () => {
    if (!existsSync(join(siteFolder, 'index.html')))
      throw new Error('the site is not built: npm run docs builds it');
    await onSite(async (page) => {
      await open(page);
      reached = await crawl(page);
    });
  });

  it('has no link, anchor, picture or script that leads nowhere, and no page that nothing leads to', () => {
    expect(reached.broken).to.deep.equal([]);
    expect(Object.keys(reached.pages)).to.include.members(
      Object.keys(textFiles('.', '.html', siteFolder)),
    );
  });

  for (const { specifier, types } of entries(manifest)) {
    it(`has a page for every public name of ${specifier}`, () => {
      const names = moduleExports(join(root, types)).names.map(({ name }) => name);
      expect(names).not.to.deep.equal([]);
      // A name such as Query has the path of pagewalk/query, but for its case: the entry comes behind it.
      const pages = ['', '-1', '-2'].flatMap(
        (count) => reached.pages[`${specifier}${count}.html`] ?? [],
      );
      const links = pages.flatMap((page) => page.links);
      const isTold = (name: string): boolean =>
        links.some(
          ([text, path]) => text === name && reached.pages[path]?.title.startsWith(`${name} | `),
        );
      expect(names.filter((name) => !isTold(name))).to.deep.equal([]);
    });
  }

  it('has every page of the docs, by the title that it gives itself', () => {
    for (const [path, text] of docs) {
      const [, heading = ''] = /^# (.+)$/m.exec(text) ?? [];
      const title = `${heading.replaceAll('`', '')} | `;
      expect(reached.pages[htmlOf(path)]?.title.slice(0, title.length), path).to.equal(title);
    }
  });

  it('opens with the readme, and the way to the first program', () =>
    onSite(async (page) => {
      await open(page);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).to.have.lengthOf(1);
      await page.getByRole('link', { name: 'Getting started' }).last().click();
      await page.waitForURL('**/docs/getting-started.html');
    }));

  it('shows every page of the docs in its sidebar, in groups that stay as the reader leaves them', () =>
    onSite(async (page) => {
      await open(page);
      const shown = (path: string): Promise<boolean> =>
        page.locator(`#tsd-nav-container a[href$="/${path}"]`).first().isVisible();
      for (const [path] of docs) expect(await shown(htmlOf(path)), path).to.equal(true);
      const sidebar = await page.locator('.site-menu').boundingBox();
      expect(
        (sidebar?.y ?? 0) + (sidebar?.height ?? 0),
        'its lower edge is that of the window',
      ).to.equal(800);
      await page.locator('summary', { hasText: 'Start here' }).click();
      await open(page, 'modules.html');
      expect([
        await shown('docs/errors.html'),
        await shown('docs/guides/durable.html'),
      ]).to.deep.equal([false, true]);
    }));

  for (const [words, path] of [
    ['many walks', 'docs/guides/many-walks.html'],
    ['backpressure', 'docs/guides/backpressure.html'],
    ['oauth', 'docs/guides/oauth.html'],
    ['timezone', 'docs/guides/only-what-is-new.html'],
    ['incremental', 'docs/guides/only-what-is-new.html'],
    ['webhook', 'docs/guides/only-what-is-new.html'],
    ['excel', 'docs/guides/command-line.html'],
    ['csv', 'docs/guides/command-line.html'],
    ['etl', 'docs/guides/durable.html'],
    ['duplicate', 'docs/guides/durable.html'],
    ['skipped', 'docs/guides/parents-and-children.html'],
    ['nested', 'docs/guides/parents-and-children.html'],
    ['temporal', 'docs/guides/engines.html'],
    ['dbos', 'docs/guides/engines.html'],
    ['createClient', 'pagewalk/createClient.html'],
  ] as const) {
    it(`finds ${path} first for ${words}`, () =>
      onSite(async (page) => {
        await open(page);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.waitForFunction(
          () => document.getElementById('tsd-search-status')?.textContent === '',
        );
        await page.getByRole('combobox').fill(words);
        const found = page.locator('[role=option] a').first();
        expect(await found.getAttribute('href')).to.match(new RegExp(`${path}$`));
        await found.click();
        await page.waitForURL(`**/${path}`);
      }));
  }

  it('works from the file system too, with its sidebar and its search', () =>
    withProfile(async (context) => {
      const page = await context.newPage();
      await page.goto(pathToFileURL(join(siteFolder, 'index.html')).href);
      await page
        .locator('#tsd-nav-container')
        .getByRole('link', { name: 'Many walks', exact: true })
        .click();
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('resume');
      await page.locator('[role=option] a').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }));

  it('says in a line what each name of an entry is, and gives every parameter a name', () => {
    const pages = textFiles('.', '.html', siteFolder);
    const summaries =
      (pages['pagewalk.html'] ?? '').match(/<dd class="tsd-member-summary[^]*?<\/dd>/g) ?? [];
    expect(summaries).to.have.length.above(20);
    // What another package declares (Either and Option of fp-ts) is left to that package.
    const own = summaries.filter((summary) => !summary.includes('tsd-is-external'));
    expect(own.filter((summary) => !summary.includes('<p>'))).to.deep.equal([]);
    expect(
      Object.keys(pages).filter((path) => pages[path]?.includes('__namedParameters')),
    ).to.deep.equal([]);
  });

  it('scrolls no page sideways on a phone: code, tables and drawings scroll inside themselves', () =>
    onSite(
      async (page) => {
        const paths = Object.keys(reached.pages).filter((path) =>
          /^([^/]+|docs\/.+)\.html$/.test(path),
        );
        const wide: Array<string> = [];
        for (const path of [...paths, 'pagewalk/createClient.html', 'pagewalk/ListParams.html']) {
          await page.goto(siteUrl + path);
          if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
            wide.push(path);
        }
        expect(wide).to.deep.equal([]);
        await page.goto(siteUrl);
        expect(
          (await page.locator('.drawing img').first().boundingBox())?.width,
          'large enough to read',
        ).to.be.above(900);
      },
      { ...phone, javaScriptEnabled: false },
    ));

  it('has room for the code of its guides', () =>
    onSite(async (page) => {
      await open(page, 'docs/guides/resilience.html');
      const widths = await surplus(page.locator('pre'));
      expect(widths).to.have.length.above(3);
      expect(Math.max(...widths)).to.equal(0);
    }));

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has pages and marble diagrams that everyone can read in its ${colorScheme} colours`, () =>
      onSite(
        async (page) => {
          for (const path of ['', 'docs/guides/devtools.html', 'pagewalk/rights.html']) {
            await open(page, path);
            expect(await violations(page), path).to.deep.equal([]);
          }
          const diagram = page.getByRole('img', { name: 'Marble diagram' });
          expect((await diagram.boundingBox())?.width).to.be.above(200);
          expect(await diagram.locator('desc').textContent()).to.include('--a--x--b--(y|)');
          expect(await page.locator('code.text').count()).to.equal(0);
          expect(await page.getByRole('link', { name: 'orThrow' }).last().isVisible()).to.equal(
            true,
          );
        },
        { colorScheme },
      ));
  }
});
