import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { root } from '../../textFiles';
import { expectForEveryone } from '../axe';
import { inBrowser } from '../visit';

describe('the playground', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pagewalk-playground-'));
    execFileSync(process.execPath, [join(root, 'scripts/playground/build.mjs'), folder]);
  });

  after(() => rmSync(folder, { recursive: true }));

  /** Opens the page from the file system, where it can reach nothing else. */
  const open = (act: (page: Page) => Promise<void>): Promise<void> =>
    inBrowser(
      async (page) => {
        const asked: Array<string> = [];
        page.on('request', (request) => {
          if (!/^(file|data):/.test(request.url())) asked.push(request.url());
        });
        await page.goto(pathToFileURL(join(folder, 'index.html')).href);
        await act(page);
        expect(asked).to.deep.equal([]);
      },
      { offline: true },
    );

  const row = (page: Page, name: RegExp) => page.getByRole('option', { name });

  /** Moves a slider to a value. */
  const slide = (page: Page, name: string, value: number): Promise<void> =>
    page.getByRole('slider', { name }).fill(String(value));

  it('walks from the file system and offline, and shows the walk', () =>
    open(async (page) => {
      await row(page, /^employee, walk 1, .* [1-9]\d* objects$/).waitFor();
      await page.getByRole('button', { name: 'Start a walk' }).click();
      await row(page, /^employee, walk 2/).waitFor();
      await page.getByRole('button', { name: 'Stop all' }).click();
      await row(page, /^employee, walk 2, unsubscribed/).waitFor();
    }));

  it('shows backpressure: a slow consumer holds the walk, a fast one lets it end', () =>
    open(async (page) => {
      await slide(page, 'Consumer', 50);
      await row(page, /^employee, walk 1, .*held/).waitFor();
      await slide(page, 'Consumer', 0);
      await slide(page, 'Latency of the service', 0);
      await row(page, /^employee, walk 1, done, 2,500 objects$/).waitFor();
    }));

  it('shows what each fault does, and that the walk continues', () =>
    open(async (page) => {
      await slide(page, 'Consumer', 0);
      await page.getByRole('button', { name: '503, once' }).click();
      await row(page, /^employee, walk 1/).click();
      await page.getByRole('region', { name: 'Details' }).getByText('Retries').waitFor();
      await page.getByRole('button', { name: 'Token expired' }).click();
      await row(page, /^employee, walk 1, restarted/).waitFor();
      await row(page, /^employee, walk 2/).waitFor();
      await page.getByRole('button', { name: '429, wait 3 s' }).click();
      await page.getByText(/polite: .*held for/).waitFor();
    }));

  it('walks by every scheme, and shows the code that does the same', () =>
    open(async (page) => {
      await page.getByRole('button', { name: 'Stop all' }).click();
      await slide(page, 'Latency of the service', 0);
      await slide(page, 'Consumer', 0);
      const choice = page.getByRole('combobox', { name: 'Paging' });
      let walks = 1;
      for (const [scheme, sign] of Object.entries({
        link: 'byLink(',
        offset: 'byOffset(',
        page: 'byPageNumber(',
        cursor: 'byCursor(',
        lastItem: 'byLastItem(',
      })) {
        await choice.selectOption(scheme);
        expect(await page.locator('#code').textContent()).to.include(sign);
        await page.getByRole('button', { name: 'Start a walk' }).click();
        walks += 1;
        await row(page, new RegExp(`^employee, walk ${walks}, done, 2,500 objects$`)).waitFor();
      }
    }));

  it('leaves axe nothing to find', () =>
    open(async (page) => {
      await row(page, /^employee, walk 1/).waitFor();
      await expectForEveryone(page);
    }));
});
