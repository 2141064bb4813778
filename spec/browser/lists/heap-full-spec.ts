import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { blankPage, bundled } from '../bundled';
import { inBrowser } from '../visit';
import type { Kind, openAndClose } from './heap';

interface Application {
  readonly openAndClose: typeof openAndClose;
}

const application = `
  import { openAndClose } from './spec/browser/lists/heap';
  Object.assign(globalThis, { openAndClose });`;

/** Megabytes that are alive. */
const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 2 ** 20;
};

const visit = async (act: (page: Page) => Promise<void>): Promise<void> => {
  const script = await bundled(application, { format: 'esm' });
  await inBrowser(async (page) => {
    await page.route('http://lists.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: blankPage }),
    );
    await page.goto('http://lists.test/');
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(() => 'openAndClose' in globalThis);
    await act(page);
  });
};

describe('the heap of a browser', () => {
  for (const kind of ['list', 'page', 'window'] as const)
    for (const isKept of [false, true])
      it(`holds no component after 200 have opened and closed a ${kind}${isKept ? ' that is kept' : ''}`, () =>
        visit(async (page) => {
          const openMany = (times: number) =>
            page.evaluate(
              ([what, many, keeps]) =>
                (globalThis as unknown as Application).openAndClose(what, many, keeps),
              [kind, times, isKept] as const satisfies readonly [Kind, number, boolean],
            );
          expect(await openMany(25)).to.equal(25);
          const before = await heapOf(page);
          expect(await openMany(200)).to.equal(200);
          const more = (await heapOf(page)) - before;
          // Each component has 0.08 MB.
          expect(more).to.be.below(1);
        }));
});
