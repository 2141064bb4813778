import { build } from 'esbuild';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Observable, Subject } from 'rxjs';
import type * as library from '../../../src/index';
import type { showWalks } from '../../../src/devtools/index';
import type { memoryService } from '../../../src/testing/index';
import { root } from '../../textFiles';
import { inBrowser } from '../visit';

/** What the page has. */
export interface Stage {
  readonly pagewalk: typeof library;
  readonly memoryService: typeof memoryService;
  readonly showWalks: typeof showWalks;
  readonly Observable: typeof Observable;
  readonly Subject: typeof Subject;
}

const contents = `
  import * as pagewalk from './src/index';
  import { memoryService } from './src/testing/index';
  import { showWalks } from './src/devtools/index';
  import { Observable, Subject } from 'rxjs';
  globalThis.stage = { pagewalk, memoryService, showWalks, Observable, Subject };`;

let script: Promise<string> | undefined;

const bundled = async (): Promise<string> => {
  const options = { bundle: true, format: 'iife', write: false, logLevel: 'silent' } as const;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, ...options });
  return outputFiles.map(({ text }) => text).join('');
};

const html = '<!doctype html><html lang="en"><title>Application</title><main><h1>Application</h1></main></html>';

/** An application that has the library, in a page of a browser. */
export const onStage = (act: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> =>
  inBrowser(async (page) => {
    await page.setContent(html);
    await page.addScriptTag({ content: await (script ??= bundled()) });
    await act(page);
  }, options);
