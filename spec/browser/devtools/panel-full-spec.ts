import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectForEveryone } from '../axe';
import { onStage, type Stage } from './stage';

declare const stage: Stage;

/** Walks that end in every way, one that stands still, and a panel that shows them. Page tokens and the recording are kept. */
const walkAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { bearer, createClient, polite, recordWalks } = stage.pagewalk;
    const service = stage.memoryService({
      objects: { employee: Array.from({ length: 300 }, (_, id) => ({ id })) },
      maxPageSize: 20,
      latency: 20,
      token: 'very-secret-credential',
      protectList: true,
      faults: [
        { type: 'unavailable', at: 3 },
        { type: 'expire-token', at: 9 },
      ],
    });
    const limits = polite({ concurrent: 4 });
    const transport = limits(service.transport);
    const client = createClient({
      transport,
      auth: bearer('very-secret-credential'),
      retry: { baseDelay: 10 },
    });
    stage.showWalks(client, { polite: limits });
    const [seen, lines]: [Array<string>, Array<string>] = [[], []];
    Object.assign(globalThis, { seen, lines });
    service.exchanges.subscribe(({ response }) => {
      for (const [, token = ''] of response?.body.matchAll(/"nextPageToken":"([^"]+)"/g) ?? [])
        seen.push(token);
    });
    recordWalks(client).subscribe((line) => lines.push(line));
    const { ontologyRid, objectType } = service;
    const list = (label: string, params = {}) =>
      client.list({ ontologyRid, objectType, label, ...params });
    let isFirst = true;
    const once = new stage.Observable<void>((subscriber) => {
      if (isFirst) subscriber.next();
      isFirst = false;
    });
    list('whole').subscribe();
    list('<img src=x onerror=alert(1)>').subscribe();
    list('held', { valve: { ready: once } }).subscribe();
    const left = list('left').subscribe();
    setTimeout(() => left.unsubscribe(), 90);
  });

interface Told {
  readonly events: { readonly next: (event: unknown) => void; readonly observed: boolean };
}

/** Shows a panel of events that `tell` tells. */
const showTold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const events = new stage.Subject<never>();
    Object.assign(globalThis, { events });
    stage.showWalks({ events });
  });

const tell = (page: Page, event: Readonly<Record<string, unknown>>): Promise<void> =>
  page.evaluate((told) => {
    const { events } = globalThis as unknown as Told;
    events.next({ endpoint: 'listObjects', page: 0, attempt: 1, ...told });
  }, event);

const rowsOf = (page: Page) => page.getByRole('option');

/** Waits until the walks that can end have ended. */
const settled = async (page: Page): Promise<void> => {
  await page.getByText('Ended 3').waitFor();
};

describe('the panel', () => {
  it('has a row for each walk, with its label, its state and its objects', () =>
    onStage(async (page) => {
      await walkAll(page);
      await settled(page);
      const names = await rowsOf(page).evaluateAll((rows) =>
        rows.map((row) => row.getAttribute('aria-label') ?? ''),
      );
      expect(names).to.have.length(4);
      expect(names.map((name) => name.split(',')[0])).to.deep.equal([
        'whole',
        '<img src=x onerror=alert(1)>',
        'held',
        'left',
      ]);
      expect(names[2]).to.match(/^held, walk 3, (standing still, )?held.*, 20 objects$/);
      expect(names[3]).to.match(/^left, walk 4, unsubscribed, \d+ objects$/);
      expect(names.slice(0, 2).join()).to.include('failed').and.include('done');
    }));

  it('finds the walk that stands still, and says why', () =>
    onStage(async (page) => {
      await page.clock.install();
      await walkAll(page);
      await page.clock.runFor(12_000);
      await page.getByRole('radio', { name: /Standing still 1/ }).check();
      await page.clock.runFor(500);
      expect(await rowsOf(page).count()).to.equal(1);
      await rowsOf(page).first().click();
      await page.clock.runFor(500);
      const details = page.getByRole('region', { name: 'Details' });
      expect(await details.textContent()).to.match(
        /held, since .*For 1\d s the consumer has asked for nothing more/,
      );
      await page.getByRole('searchbox', { name: 'Filter by label' }).fill('no such');
      await page.clock.runFor(500);
      await page.getByText('No walk is like that.').waitFor();
    }));

  it('goes by the keyboard alone from walk to walk and from request to request', () =>
    onStage(async (page) => {
      await walkAll(page);
      await settled(page);
      await page.getByRole('listbox', { name: 'Walks' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      // Each press may be drawn by itself.
      await page.getByRole('option', { selected: true, name: /^<img src=x/ }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page
        .getByRole('region', { name: 'Details' })
        .getByText('Requested', { exact: true })
        .waitFor();
      expect(await page.getByRole('status').textContent()).to.match(/^page \d+/);
      await page.keyboard.press(' ');
      await page.getByRole('button', { name: 'Pause', pressed: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('list', { name: 'Colors' }).waitFor();
    }));

  it('stands still while it is paused, and shows everything afterwards', () =>
    onStage(async (page) => {
      await showTold(page);
      await tell(page, { type: 'request', walk: 1 });
      await rowsOf(page).first().waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await tell(page, { type: 'request', walk: 2 });
      await page.waitForTimeout(500);
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await page.waitForTimeout(200);
      expect(await rowsOf(page).count()).to.equal(1);
      await page.getByRole('button', { name: 'Pause' }).click();
      await rowsOf(page).nth(1).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('No walk has begun yet.').waitFor();
    }));

  it('fills its room with lanes, also when the details give it back after all walks have ended', () =>
    onStage(async (page) => {
      await showTold(page);
      for (const event of [{ type: 'request' }, { type: 'page', objects: 1 }, { type: 'end' }])
        await tell(page, { walk: 1, ...event });
      await rowsOf(page).first().click();
      await page.getByRole('region', { name: 'Details' }).getByText('Began').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('list', { name: 'Colors' }).waitFor();
      await page.waitForFunction(() => {
        const shadow = document.querySelector('pagewalk-walks')?.shadowRoot;
        const [room, lanes] = ['.scroller', '.time'].map(
          (name) => shadow?.querySelector(name)?.clientHeight,
        );
        return lanes === room;
      });
    }));

  it('14. holds no credential, no page token and no markup of a label, in the page or in a recording', () =>
    onStage(async (page) => {
      let isAlerted = false;
      page.on('dialog', (dialog) => {
        isAlerted = true;
        void dialog.dismiss();
      });
      await walkAll(page);
      await settled(page);
      for (let row = 0; row < 4; row++) {
        await rowsOf(page).nth(row).click();
        for (let bar = 0; bar < 3; bar++) await page.keyboard.press('ArrowLeft');
      }
      const { text, recorded, tokens, images } = await page.evaluate(() => {
        const shadow = document.querySelector('pagewalk-walks')?.shadowRoot;
        const { seen, lines } = globalThis as unknown as Record<
          'seen' | 'lines',
          ReadonlyArray<string>
        >;
        const whole = `${shadow?.innerHTML ?? ''}${lines.join('')}`;
        const elements = shadow?.querySelectorAll('img').length;
        return { text: whole, recorded: lines.join(''), tokens: seen, images: elements };
      });
      expect(tokens).to.not.be.empty;
      // The service names the token that has expired, in its error.
      expect(recorded).to.include('"type":"request"').and.include('PageTokenExpired');
      expect(text).to.include('onerror').and.not.include('very-secret-credential');
      for (const token of tokens) expect(text).to.not.include(token);
      expect(images).to.equal(0);
      expect(isAlerted).to.equal(false);
    }));

  it('is gone when it is closed, and listens no more', () =>
    onStage(async (page) => {
      const observed = (): Promise<boolean> =>
        page.evaluate(() => (globalThis as unknown as Told).events.observed);
      await showTold(page);
      expect(await observed()).to.equal(true);
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await page.locator('pagewalk-walks').count()).to.equal(0);
      expect(await observed()).to.equal(false);
    }));

  it('leaves axe nothing to find', () =>
    onStage(async (page) => {
      await walkAll(page);
      await settled(page);
      await expectForEveryone(page);
      await rowsOf(page).first().click();
      await page.getByRole('region', { name: 'Details' }).getByText('Began').waitFor();
      await expectForEveryone(page);
    }));
});
