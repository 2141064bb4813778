import { expect } from 'chai';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { becomes, eventually } from './eventually';
import type { Example } from './Example';
import {
  hurryThrough,
  idsTo,
  list,
  opened,
  pick,
  renderedEnd,
  says,
  scrollThrough,
  scrollTo,
  status,
} from './list';
import { visit } from './visit';

/** As in the example: rows that may lie ready, and objects of a page. */
const mark = 50;
const pageSize = 100;

/** Resolves once the reference service has the next request: what is aborted before, it never hears of. */
const arrival = ({ service }: Example): Promise<void> =>
  new Promise((resolve) => {
    const channel = 'http.server.request.start';
    const look = (message: unknown): void => {
      const { socket } = message as { readonly socket: Socket };
      if (socket.localPort !== Number(new URL(service.url).port)) return;
      unsubscribe(channel, look);
      resolve();
    };
    subscribe(channel, look);
  });

describe('the list in a browser', () => {
  it('scrolls through 10,000 objects with few rows in the document, none missing and none twice', () =>
    visit(
      async ({ page, example }) => {
        await opened(page);
        const { ids, mostRows } = await scrollThrough(page);
        expect(ids).to.deep.equal(idsTo(10_000));
        expect(mostRows).to.be.within(40, 75);
        expect(await status(page).innerText()).to.equal('The end: 10,000 objects.');
        expect(example.requests.map((request) => request.status)).to.deep.equal(
          Array<number>(100).fill(200),
        );
      },
      { viewport: { width: 1280, height: 2400 } },
    ));

  it('fetches on opening what the viewport and the mark need, and then as slowly as one scrolls', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      for (let row = 0; row <= 300; row += 10) {
        await scrollTo(page, row);
        await eventually(async () => {
          const end = await renderedEnd(page);
          expect(end).to.be.at.least(row + 10);
          const needed = Math.floor((end + mark) / pageSize) + 1;
          expect(example.requests).to.have.lengthOf(needed);
          expect(await status(page).innerText()).to.equal(
            `${needed * pageSize} of 10,000 objects. Scroll for more.`,
          );
        });
        if (row === 0) expect(example.requests).to.have.lengthOf(1);
      }
      expect(example.requests).to.have.lengthOf(4);
    }));

  it('begins at the top with another walk when one picks a revision or a type', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      await scrollTo(page, 80);
      await page.getByRole('radio', { name: 'Search' }).check();
      expect(await page.getByRole('switch', { name: 'Snapshot' }).isDisabled()).to.equal(true);
      await pick(page, 'aircraft');
      await list(page).getByText('PW-0001').waitFor();
      expect(await list(page).evaluate((element) => element.scrollTop)).to.equal(0);
      await hurryThrough(page);
      expect(await status(page).innerText()).to.equal('The end: 600 objects.');
      expect(example.requests.at(-1)).to.include({ method: 'POST', status: 200 });

      await page.getByRole('button', { name: 'Start over' }).click();
      await says(page, '100 of 600 objects. Scroll for more.');
    }));

  it('aborts the request in flight when one goes to another page, and starts again when one comes back', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      // Longer than a spec waits for anything, so that only an abort ends the request.
      example.service.setFaults([{ type: 'delay', every: 1, ms: 60_000 }]);
      const arrived = arrival(example);
      await scrollTo(page, 80);
      await arrived;
      expect(await status(page).innerText()).to.match(/^Loading/);
      expect(example.requests).to.have.lengthOf(1);

      await page.getByRole('link', { name: 'About' }).click();
      await page.getByRole('heading', { name: 'What this shows' }).waitFor();
      await becomes(() => example.requests.filter((request) => request.aborted).length, 1);
      expect(example.requests).to.have.lengthOf(2);

      example.faults.clear();
      await page.getByRole('link', { name: 'Scroll' }).click();
      await opened(page);
      await becomes(() => example.requests.length, 3);
    }));

  it('pauses, asks for nothing however far one scrolls, and goes on without a page asked for again', () =>
    visit(async ({ page, example }) => {
      await opened(page);
      await pick(page, 'aircraft');
      await says(page, /^100 of 600 objects/);
      await page.getByRole('button', { name: 'Pause' }).click();
      await scrollTo(page, 80);
      expect(await status(page).innerText()).to.equal('Paused. 100 of 600 objects.');
      const before = example.requests.length;
      await page.getByRole('button', { name: 'Continue' }).click();
      await scrollTo(page, 0);
      const { ids } = await scrollThrough(page);
      expect(ids).to.deep.equal(idsTo(600).map((id) => (id % 25 === 0 ? null : id)));
      expect(example.requests.length - before).to.equal(5);
    }));
});
