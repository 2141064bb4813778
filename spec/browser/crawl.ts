import type { Page } from 'playwright-core';

/** A page of the site, by its path: `pagewalk/rights.html`. */
export interface SitePage {
  readonly title: string;
  /** The text of every link that it has to another page, and the path of that page. */
  readonly links: ReadonlyArray<readonly [text: string, path: string]>;
}

/** Everything that can be reached from the page that is open. */
export interface Crawl {
  readonly pages: Readonly<Record<string, SitePage>>;
  /** What leads nowhere: the page, and what it refers to. */
  readonly broken: ReadonlyArray<string>;
}

/**
 * Follows every link of the page that is open, its navigation included, and of every page that they lead to, as far as
 * the site reaches. Pictures, scripts and styles are asked for too; an anchor has to be in the page that it points at.
 */
export const crawl = (page: Page): Promise<Crawl> =>
  page.evaluate(async () => {
    const home = new URL('./', location.href).href;
    const pages = new Map<
      string,
      { title: string; ids: Set<string>; links: Array<[string, string]> }
    >();
    const statuses = new Map<string, number>();
    const references: Array<[from: string, to: URL]> = [];
    const waiting: Array<string> = [];

    const addressOf = (url: URL): string =>
      url.href.replace(/#.*$/, '').replace(/\/$/, '/index.html');
    const refer = (from: string, to: URL): void => {
      if (!to.href.startsWith(home)) return;
      references.push([from, to]);
      const address = addressOf(to);
      if (statuses.has(address)) return;
      statuses.set(address, 0);
      waiting.push(address);
    };
    const read = (document: Document, address: string): void => {
      const links: Array<[string, string]> = [];
      for (const link of document.querySelectorAll('a[href]')) {
        const to = new URL(link.getAttribute('href') ?? '', address);
        links.push([link.textContent.trim(), addressOf(to).slice(home.length)]);
        refer(address, to);
      }
      for (const media of document.querySelectorAll('[src], link[href]'))
        refer(
          address,
          new URL(media.getAttribute('src') ?? media.getAttribute('href') ?? '', address),
        );
      const ids = new Set([...document.querySelectorAll('[id]')].map(({ id }) => id));
      pages.set(address, { title: document.title, ids, links });
    };

    read(document, addressOf(new URL(location.href)));
    const work = async (): Promise<void> => {
      for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
        const response = await fetch(address);
        statuses.set(address, response.status);
        const text = await response.text();
        if (!response.headers.get('content-type')?.startsWith('text/html') || pages.has(address))
          continue;
        read(new DOMParser().parseFromString(text, 'text/html'), address);
      }
    };
    while (waiting.length > 0) await Promise.all(Array.from({ length: 8 }, work));

    const isBroken = ([, to]: [string, URL]): boolean => {
      const address = addressOf(to);
      const anchor = decodeURIComponent(to.hash.slice(1));
      return (
        statuses.get(address) !== 200 ||
        (anchor !== '' && pages.get(address)?.ids.has(anchor) === false)
      );
    };
    const broken = references
      .filter(isBroken)
      .map(([from, to]) => [from, to.href].map((url) => url.slice(home.length)));
    return {
      pages: Object.fromEntries(
        [...pages].map(([address, { title, links }]) => [
          address.slice(home.length),
          { title, links },
        ]),
      ),
      broken: [...new Set(broken.map((pair) => pair.join(' -> ')))],
    };
  });
