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

  it('is there for programs too: llms.txt lists the pages for users, llms-full.txt holds their text', () => {
    const [listed, whole] = ['llms.txt', 'llms-full.txt'].map((name) =>
      readFileSync(join(siteFolder, name), 'utf8'),
    );
    const ofUsers = docs.filter(([path]) => !/^docs\/(README\.md$|maintainers\/)/.test(path));
    const links = [...(listed ?? '').matchAll(/^- \[.+?\]\((.+?)\): /gm)].map(([, path]) => path);
    expect(links).to.have.members(ofUsers.map(([path]) => htmlOf(path)));
    for (const [path, text] of ofUsers)
      for (const line of text.split('\n').filter((one) => !one.includes('](')))
        expect(whole, path).to.include(line);
  });

  it('opens with what it is, three cards, and the way to the first program', () =>
    onSite(async (page) => {
      await open(page);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).to.have.lengthOf(1);
      expect(await page.locator('.cards > div').count()).to.equal(3);
      await page.getByRole('link', { name: 'Get started' }).click();
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
      expect(await page.locator('.col-content h2').first().innerText()).to.equal('Reference');
    }));

  for (const [words, path, excerpt] of [
    ['for await', 'docs/guides/backpressure.html', /for await/],
    ['updated_at', 'docs/guides/only-what-is-new.html', /updated_at/],
    ['parent', 'docs/guides/parents-and-children.html', /parent/i],
    ['rate limit', 'docs/guides/many-walks.html', /rate limit/i],
    ['resume', 'docs/guides/durable.html', /resum/i],
    ['retry', 'docs/guides/resilience.html', /retr/i],
    ['time zone', 'docs/guides/only-what-is-new.html', /time zone/i],
    ['offset', 'docs/endpoints.html', /offset/i],
    ['offset lists that change', 'docs/endpoints.html', /lists that change/i],
    ['json lines', 'docs/guides/durable.html', /JSON-lines/],
    ['checkpoint', 'docs/guides/durable.html', /checkpoint/],
    ['backpressure', 'docs/guides/backpressure.html', /backpressure|valve/i],
    ['cancel', 'docs/guides/backpressure.html', /cancel/i],
    ['debug', 'docs/guides/devtools.html', /debug/i],
    ['oauth', 'docs/guides/oauth.html', /oauth/i],
    ['sqlite', 'docs/guides/durable.html', /sqlite/i],
    ['exactly once', 'docs/guides/durable.html', /exactly once/i],
    ['openapi', 'docs/guides/openapi.html', /openapi/i],
    ['react', 'docs/guides/query.html', /react/i],
    ['durable', 'docs/guides/durable.html', /durable/i],
    ['jsonl', 'docs/guides/durable.html', /jsonl/i],
    ['github', 'docs/recipes/other-apis.html', /github/i],
    ['postgres', 'docs/guides/durable.html', /postgres/i],
    ['createClient', 'pagewalk/createClient.html', /Creates a client/],
  ] as const) {
    it(`finds ${path} first for ${words}, guides before members, with an excerpt`, () =>
      onSite(async (page) => {
        await open(page);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.waitForFunction(
          () => document.getElementById('tsd-search-status')?.textContent === '',
        );
        await page.getByRole('combobox').fill(words);
        await page.locator('#tsd-search-results small').first().waitFor();
        const found = page.locator('[role=option] a');
        const hrefs = await found.evaluateAll((links) =>
          links.map((link) => (link as HTMLAnchorElement).href),
        );
        const paths = hrefs.map((href) => href.slice(siteUrl.length));
        expect(paths[0]).to.equal(path);
        const members = paths.map((one) => one.includes('#'));
        const guides = paths.map((one) => one.startsWith('docs/'));
        if (members.includes(true))
          expect(guides.lastIndexOf(true)).to.be.below(members.indexOf(true));
        expect(await found.first().locator('small').textContent()).to.match(excerpt);
        await found.first().click();
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
      await page.locator('#tsd-search-results small').first().waitFor();
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
          /^([^/]+|docs\/.+|playground\/.+)\.html$/.test(path),
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
        ).to.equal(923);
      },
      { ...phone, javaScriptEnabled: false },
    ));

  it('puts the cells of a row below each other on a phone, each under the title of its column', () =>
    onSite(async (page) => {
      for (const path of [
        'docs/errors.html',
        'docs/guides/resilience.html',
        'docs/guides/command-line.html',
      ]) {
        await open(page, path);
        expect(Math.max(...(await surplus(page.locator('.table')))), path).to.equal(0);
      }
      const cell = page.locator('.table td:nth-child(2)').first();
      expect(
        await cell.evaluate((element) => getComputedStyle(element, '::before').content),
      ).to.equal('"means"');
    }, phone));

  it('leads from each guide to the next one and back, in the order of the map', () =>
    onSite(async (page) => {
      await open(page, 'docs/getting-started.html');
      const visited = [page.url()];
      for (
        let next = page.locator('a[rel=next]');
        (await next.count()) > 0;
        next = page.locator('a[rel=next]')
      ) {
        await page.goto(new URL((await next.getAttribute('href')) ?? '', page.url()).href);
        visited.push(page.url());
      }
      const guides = docs
        .map(([path]) => siteUrl + htmlOf(path))
        .filter((url) => !url.endsWith('docs/README.html'));
      expect(visited).to.have.members(guides);
      await page.locator('a[rel=prev]').click();
      await page.waitForURL(visited.at(-2) ?? '');
    }));

  it('has an icon, and colours that a button changes for every page', () =>
    onSite(
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
