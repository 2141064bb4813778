import { expect } from 'chai';
import { blankPage, bundled } from '../bundled';
import { inBrowser } from '../visit';

const contents = `
  import '@angular/compiler';
  import { provideZonelessChangeDetection, runInInjectionContext } from '@angular/core';
  import { createApplication } from '@angular/platform-browser';
  import { injectPagewalk, providePagewalk, withDevtools } from './src/angular/index';
  import { memoryService } from './src/testing/index';
  const { transport, ontologyRid, objectType } = memoryService();
  createApplication({
    providers: [provideZonelessChangeDetection(), providePagewalk({ transport }, withDevtools())],
  }).then((application) => {
    const client = runInInjectionContext(application.injector, () => injectPagewalk());
    client.list({ ontologyRid, objectType, label: 'before it was opened' }).subscribe({
      complete: () => { globalThis.isWalked = true; },
    });
    globalThis.application = application;
  });`;

describe('withDevtools', () => {
  it('puts a button into the corner, which opens a panel that shows what happened before', async () => {
    const script = await bundled(contents, { format: 'esm' });
    await inBrowser(async (page) => {
      await page.setContent(blankPage);
      await page.addScriptTag({ content: script, type: 'module' });
      await page.waitForFunction(() => 'isWalked' in globalThis);
      expect(await page.locator('pagewalk-walks').count()).to.equal(0);
      await page.getByRole('button', { name: 'Walks' }).click();
      await page
        .getByRole('option', { name: 'before it was opened, walk 1, done, 2,500 objects' })
        .waitFor();
      expect(await page.getByRole('button', { name: 'Walks' }).count()).to.equal(0);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Walks' }).click();
      await page.getByRole('option').waitFor();
      await page.evaluate(() => {
        (
          globalThis as unknown as { readonly application: { readonly destroy: () => void } }
        ).application.destroy();
      });
      expect(await page.locator('pagewalk-walks').count()).to.equal(0);
    });
  });
});
