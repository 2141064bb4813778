import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Observable, Subject } from 'rxjs';
import type * as library from '../../../src/index';
import type { showWalks } from '../../../src/devtools/index';
import type { memoryService } from '../../../src/testing/index';
import { blankPage, bundled } from '../bundled';
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

/** An application that has the library, in a page of a browser. */
export const onStage = (
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> =>
  inBrowser(async (page) => {
    await page.setContent(blankPage);
    await page.addScriptTag({ content: await (script ??= bundled(contents)) });
    await act(page);
  }, options);
