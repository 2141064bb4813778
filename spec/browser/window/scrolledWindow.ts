import { bundled } from '../bundled';
import { withProfile } from '../profile';

/** What the page counts. */
declare const requests: { readonly sent: number };

/** What was seen while a list was scrolled through to its end and back. */
export interface Seen {
  /** Rows that were drawn with the object of another one. */
  readonly wrong: number;
  /** The most rows that were in the document at a time. */
  readonly mostRows: number;
  readonly status: string;
  readonly requests: number;
  /** What was alive beyond what was at the start, in megabytes: at the end of the list, and back at its start. */
  readonly heap: readonly [atEnd: number, back: number];
}

const application = `
  import { requests } from './spec/browser/window/page';
  Object.assign(globalThis, { requests });`;

/** A viewport of the CDK in Chromium, over a list with a window that has this many rows in pages of this size. */
export const scrolledWindow = async (rows: number, size: number): Promise<Seen> => {
  const content = await bundled(application, { minify: true, keepNames: true });
  return withProfile(async (context) => {
    const page = await context.newPage();
    const html = '<!doctype html><app-root></app-root>';
    await page.route('http://window.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
    await page.goto(`http://window.test/?rows=${rows}&size=${size}`);
    await page.addScriptTag({ content });
    await page.locator('[data-id="0"]').waitFor();
    const session = await context.newCDPSession(page);
    const heap = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    /** Scrolls towards one end, most of a page at a time, and looks at all rows that are drawn. */
    const scroll = (direction: 1 | -1) =>
      page.evaluate(
        async ({ rows: all, step, by }) => {
          const element = document.querySelector('cdk-virtual-scroll-viewport');
          if (element === null) throw new Error('there is no viewport');
          const frame = (): Promise<number> =>
            new Promise((resolve) => requestAnimationFrame(resolve));
          const drawn = (): ReadonlyArray<HTMLElement> => [
            ...element.querySelectorAll<HTMLElement>('[data-index]'),
          ];
          const isDrawn = (): boolean => {
            const indexes = drawn().map(({ dataset }) => Number(dataset.index));
            const [first, last] = [indexes[0] ?? Infinity, indexes.at(-1) ?? -1];
            const bottom = Math.min(element.scrollTop + element.clientHeight, element.scrollHeight);
            const isComplete = drawn().every((row) => row.querySelector('[data-id]') !== null);
            return isComplete && first * 30 <= element.scrollTop && (last + 1) * 30 >= bottom;
          };
          let [wrong, mostRows] = [0, 0];
          const isThere = (): boolean =>
            by < 0
              ? element.scrollTop === 0
              : element.scrollTop + element.clientHeight >= element.scrollHeight - 1 &&
                element.scrollHeight >= all * 30;
          for (let turns = 0; turns < 100_000; turns += 1) {
            for (let frames = 0; !isDrawn(); frames += 1) {
              if (frames > 600) throw new Error(`rows at ${element.scrollTop} were not drawn`);
              await frame();
            }
            const now = drawn();
            mostRows = Math.max(mostRows, now.length);
            for (const row of now)
              if (row.dataset.index !== row.querySelector<HTMLElement>('[data-id]')?.dataset.id)
                wrong += 1;
            if (isThere()) return { wrong, mostRows };
            element.scrollTop += by * step;
            await frame();
          }
          throw new Error('it never comes to the end');
        },
        { rows, step: size * 30 * 0.9, by: direction },
      );
    const before = await heap();
    const there = await scroll(1);
    const atEnd = (await heap()) - before;
    const back = await scroll(-1);
    const atStart = (await heap()) - before;
    const sent = await page.evaluate(() => requests.sent);
    const status = (await page.locator('p').innerText()).trim();
    // A list on the screen is reloaded when it is invalidated.
    await page.getByRole('button', { name: 'Invalidate' }).click();
    await page.waitForFunction((known) => requests.sent > known, sent);
    return {
      wrong: there.wrong + back.wrong,
      mostRows: Math.max(there.mostRows, back.mostRows),
      status,
      requests: sent,
      heap: [atEnd, atStart],
    };
  });
};
