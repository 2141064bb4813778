import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';

/** The height of a row, which the list needs to know beforehand. */
export const rowHeight = 56;

/** What the rows were seen to show while the list was scrolled through. */
export interface Sight {
  /** By row: the id of its object, or null where that is invalid. */
  readonly ids: ReadonlyArray<number | null>;
  /** What the invalid ones say. */
  readonly complaints: ReadonlyArray<string>;
  /** The most rows that were in the document at a time. */
  readonly mostRows: number;
}

export const list = (page: Page): Locator => page.getByRole('list', { name: /\(/ });

export const status = (page: Page): Locator => page.getByTestId('status');

/** Waits until the status of a list is this. */
export const says = (page: Page, text: string | RegExp): Promise<void> =>
  eventually(async () => {
    const said = await status(page).innerText();
    if (typeof text === 'string') expect(said).to.equal(text);
    else expect(said).to.match(text);
  });

/** Waits until the first rows are there. */
export const opened = async (page: Page): Promise<void> => {
  await list(page).getByRole('listitem').first().waitFor();
};

export const pick = async (page: Page, objectType: string): Promise<void> => {
  await page.getByLabel('Object type').selectOption(objectType);
};

/** Scrolls so that this row is the first one. */
export const scrollTo = (page: Page, row: number): Promise<void> =>
  list(page).evaluate((element, top) => {
    element.scrollTop = top;
  }, row * rowHeight);

/** The row after the last one that is in the document. */
export const renderedEnd = (page: Page): Promise<number> =>
  list(page).evaluate((element) =>
    Math.max(
      0,
      ...[...element.querySelectorAll('[data-index]')].map(
        (row) => Number(row.getAttribute('data-index')) + 1,
      ),
    ),
  );

/** Scrolls on, most of a screen at a time, from where the list is until a row or the end is reached or the walk stops. */
export const scrollThrough = (page: Page, toRow = Infinity): Promise<Sight> =>
  list(page).evaluate(
    async (element, { last, tall }) => {
      const ids: Array<number | null> = [];
      const complaints = new Map<number, string>();
      let mostRows = 0;
      const drawn = (): ReadonlyArray<HTMLElement> => [
        ...element.querySelectorAll<HTMLElement>('[data-index]'),
      ];
      const look = (): void => {
        mostRows = Math.max(mostRows, drawn().length);
        for (const row of drawn()) {
          const index = Number(row.dataset.index);
          const id = row.dataset.id;
          ids[index] = id === undefined ? null : Number(id);
          if (id === undefined) complaints.set(index, row.innerText);
        }
      };
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const spacer = element.querySelector<HTMLElement>('.cdk-virtual-scroll-spacer');
      // A busy machine draws later than in the next frame.
      const isDrawn = (): boolean => {
        const first = Number(drawn()[0]?.dataset.index ?? 0);
        const end = Number(drawn().at(-1)?.dataset.index ?? -1) + 1;
        const bottom = Math.min(
          element.scrollTop + element.clientHeight,
          spacer?.offsetHeight ?? 0,
        );
        return first * tall <= element.scrollTop && end * tall >= bottom;
      };
      const said = (): string => document.querySelector('[data-testid=status]')?.textContent ?? '';
      const isOver = (): boolean =>
        /^(The end|Paused|Cancelled|The service|Something)/.test(said());
      const isAtBottom = (): boolean =>
        element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      for (;;) {
        do await frame();
        while (!isDrawn());
        look();
        if (element.scrollTop >= last * tall || (isAtBottom() && isOver())) break;
        element.scrollTop += element.clientHeight - 2 * tall;
      }
      return { ids, complaints: [...complaints.values()], mostRows };
    },
    { last: toRow, tall: rowHeight },
  );

/** Scrolls to the last row there is, again and again, until no more come. */
export const hurryThrough = async (page: Page): Promise<void> => {
  await list(page).evaluate(async (element) => {
    const said = (): string => document.querySelector('[data-testid=status]')?.textContent ?? '';
    while (!/^(The end|Paused|Cancelled|The service|Something)/.test(said())) {
      element.scrollTop = element.scrollHeight;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
};

/** The ids of a whole list: 1, 2, 3 … */
export const idsTo = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index + 1);

/** Types a word letter by letter, without a pause: how long the browser takes for one is not part of a spec. */
export const typeQuickly = (box: Locator, word: string): Promise<void> =>
  box.evaluate((element, text) => {
    for (let length = 1; length <= text.length; length += 1) {
      (element as HTMLInputElement).value = text.slice(0, length);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, word);
