import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes, eventually } from './eventually';
import { list, opened, pick, status } from './list';
import { visit } from './visit';

/** What has the focus: its name, and whether one sees that it has it. */
const focused = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const name =
      element.getAttribute('aria-label') ??
      element.closest('label')?.innerText ??
      element.textContent;
    const shown = element.matches('[type=radio]') ? (element.closest('label') ?? element) : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    return { name: name.trim(), isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 };
  });

describe('the example for everyone', () => {
  it('is reached with the Tab key from the first control to the last, and shows where one is', () =>
    visit(async ({ page }) => {
      await opened(page);
      const names: Array<string> = [];
      for (let step = 0; step < 18; step += 1) {
        await page.keyboard.press('Tab');
        const { name, isSeen } = await focused(page);
        expect(isSeen, name).to.equal(true);
        names.push(name.split('\n')[0] ?? '');
      }
      expect(names.join(' | ')).to.equal(
        'Scroll | Load more | Search | Million rows | Guide | About | Sign out | Object type | List | Snapshot | ' +
          'Readings (10,000) | Pause | Expire page token | Refuse credential | Reset connection | No faults | ' +
          'Slow responses | Service down',
      );
    }));

  it('tells the place of a row, and the number of rows once it is known', () =>
    visit(async ({ page }) => {
      await opened(page);
      const row = list(page).getByRole('listitem').first();
      expect(await row.getAttribute('aria-posinset')).to.equal('1');
      expect(await row.getAttribute('aria-setsize')).to.equal('-1');
      await pick(page, 'aircraft');
      await list(page).getByText('PW-0001').waitFor();
      await list(page).focus();
      await eventually(async () => {
        await page.keyboard.press('End');
        expect(await status(page).innerText()).to.equal('The end: 600 objects.');
        expect(await list(page).getByText('PW-0599').isVisible()).to.equal(true);
        expect(await list(page).getByRole('listitem').last().getAttribute('aria-setsize')).to.equal(
          '600',
        );
        expect(await page.getByRole('status').allInnerTexts()).to.include('The end: 600 objects.');
      });
    }));

  it('fits on a phone, and on a narrower one', () =>
    visit(
      async ({ page }) => {
        for (const name of ['Scroll', 'Load more']) {
          await page.getByRole('link', { name }).click();
          await opened(page);
          for (const width of [480, 421, 390, 360, 320]) {
            await page.setViewportSize({ width, height: 844 });
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width);
            await becomes(async () => ((await list(page).boundingBox())?.height ?? 0) > 300, true);
          }
        }
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ));

  it('keeps still for those who want no motion', () =>
    visit(
      async ({ page, example }) => {
        await opened(page);
        example.service.setFaults([{ type: 'delay', every: 1, ms: 60_000 }]);
        await pick(page, 'event');
        const dot = page.locator('.dot.loading');
        await dot.waitFor();
        expect(await dot.evaluate((element) => getComputedStyle(element).animationName)).to.equal(
          'none',
        );
      },
      { reducedMotion: 'reduce' },
    ));
});
