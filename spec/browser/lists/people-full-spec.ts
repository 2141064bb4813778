import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { bundled } from '../bundled';
import { becomes } from '../eventually';
import { inBrowser } from '../visit';

/** A page that says nothing, as one that is hidden. */
const blank = '<!doctype html><html lang="en"><title>Elsewhere</title>';

/** The application behind its server, in a browser that keeps pages for Back. */
const visitPeople = async (
  isAsked: boolean,
  act: (
    page: Page,
    service: {
      user: string;
      /** Answers questions who is signed in, which wait otherwise. */
      isTelling: boolean;
      isDown: boolean;
      /** The offsets that were asked for. */
      readonly offsets: ReadonlyArray<number>;
      readonly url: string;
    },
  ) => Promise<void>,
): Promise<void> => {
  const script = await bundled(
    `import { start } from './spec/browser/lists/people'; void start(${isAsked});`,
    { format: 'esm' },
  );
  const html = `<!doctype html><html lang="en"><title>People</title><main></main><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`;
  const offsets: Array<number> = [];
  const service = { user: 'Ada', isTelling: true, isDown: false, offsets, url: '' };
  const untilTelling = async (): Promise<void> => {
    while (!service.isTelling) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const answer = (type: string, body: string, status = 200): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
    };
    if (pathname === '/session')
      return void untilTelling().then(() => answer('text/plain', service.user));
    if (pathname !== '/people')
      return answer('text/html', pathname === '/elsewhere' ? blank : html);
    const offset = Number(searchParams.get('offset') ?? 0);
    offsets.push(offset);
    const data = Array.from({ length: 20 }, (_, index) => ({
      name: `${service.user} ${offset + index}`,
    }));
    answer('application/json', JSON.stringify({ data, total: 200 }), service.isDown ? 503 : 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await inBrowser(
      async (page) => {
        await page.goto(service.url);
        await becomes(() => page.locator('li').count(), 20);
        await act(page, service);
      },
      {},
      true,
    );
  } finally {
    service.isTelling = true;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

/** Notes after each frame since the page is back whether somebody's rows could be seen in it. */
const noteFrames = (page: Page, user: string): Promise<void> =>
  page.evaluate((name) => {
    const frames: Array<boolean> = [];
    Object.assign(globalThis, { seen: frames });
    const look = (): void => {
      const { opacity } = getComputedStyle(document.documentElement);
      const rows = [...document.querySelectorAll('li')];
      frames.push(opacity !== '0' && rows.some((row) => row.textContent.startsWith(name)));
      requestAnimationFrame(look);
    };
    addEventListener('pageshow', look);
  }, user);

const framesOf = (page: Page): Promise<ReadonlyArray<boolean>> =>
  page.evaluate(() => (globalThis as unknown as { seen: ReadonlyArray<boolean> }).seen);

/** Leaves the page, and goes back while nobody says who is signed in. */
const goBackInto = async (page: Page, service: { url: string; isTelling: boolean }) => {
  await page.goto(`${service.url}/elsewhere`);
  const nothing = await page.screenshot();
  service.isTelling = false;
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(
    () => (globalThis as { seen?: ReadonlyArray<boolean> }).seen?.[0] !== undefined,
  );
  return { nothing, first: await page.screenshot() };
};

describe('a page that Back restores from memory', () => {
  it('shows nothing until it is known who is signed in, and then the same rows at their place without a request', () =>
    visitPeople(true, async (page, service) => {
      await page.getByRole('button').focus();
      await page.evaluate(() => scrollTo(0, 700));
      await noteFrames(page, 'Ada');
      const before = await page.screenshot();
      const asked = service.offsets.length;
      const { nothing, first } = await goBackInto(page, service);
      expect(first.equals(nothing), 'the first frame').to.equal(true);
      expect((await framesOf(page)).includes(true)).to.equal(false);
      service.isTelling = true;
      await becomes(async () => (await framesOf(page)).at(-1), true);
      expect((await page.screenshot()).equals(before)).to.equal(true);
      const state = () => [
        scrollY,
        document.activeElement?.textContent,
        document.documentElement.inert,
      ];
      expect(await page.evaluate(state)).to.deep.equal([700, 'More', false]);
      expect(service.offsets.length).to.equal(asked);
    }));

  it('shows no row of the user before to the next one', () =>
    visitPeople(true, async (page, service) => {
      await noteFrames(page, 'Ada');
      service.user = 'Grace';
      const { nothing, first } = await goBackInto(page, service);
      expect(first.equals(nothing), 'the first frame').to.equal(true);
      service.isTelling = true;
      await becomes(() => page.locator('li').first().innerText(), 'Grace 0');
      await page.waitForFunction(() => !document.documentElement.inert);
      expect((await framesOf(page)).includes(true)).to.equal(false);
    }));

  it('shows them without again: what this looks for is seen', () =>
    visitPeople(false, async (page, service) => {
      await noteFrames(page, 'Ada');
      service.user = 'Grace';
      const { nothing, first } = await goBackInto(page, service);
      expect(first.equals(nothing), 'the first frame').to.equal(false);
      expect((await framesOf(page)).includes(true)).to.equal(true);
    }));
});

describe('pwLoadMore', () => {
  const status = (page: Page): Promise<string> => page.getByRole('status').innerText();
  const toEnd = (page: Page): Promise<void> =>
    page.evaluate(() => scrollTo(0, document.body.scrollHeight));

  it('loads when it is near what one sees, and not after an error: only a click continues then', () =>
    visitPeople(true, async (page, service) => {
      await becomes(() => status(page), 'idle');
      expect(service.offsets).to.deep.equal([0]);
      await toEnd(page);
      await becomes(() => page.locator('li').count(), 40);
      service.isDown = true;
      await toEnd(page);
      await becomes(() => status(page), 'error');
      for (const y of [0, 1e6, 0, 1e6]) {
        await page.evaluate((top) => scrollTo(0, top), y);
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))),
        );
      }
      expect(service.offsets).to.deep.equal([0, 20, 40]);
      service.isDown = false;
      await page.getByRole('button').click();
      await becomes(() => page.locator('li').count(), 60);
      expect(service.offsets).to.deep.equal([0, 20, 40, 40]);
    }));
});
