import { expect } from 'chai';
import { withServer } from '../../support/withServer';
import { type Ran, runCommand } from '../support/runCommand';

interface Responded {
  readonly body: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service whose responses say something that is easily misread. */
interface Misleading {
  readonly what: string;
  readonly address: string;
  readonly reply: (numberOf: (name: string, other: number) => number) => Responded;
  readonly line: string;
}

const things = Array.from({ length: 23 }, (_, index) => ({ id: 100 + 7 * index }));

const from = (start: number, size = 4) => things.slice(start, start + size);

const numbered = (page: number, size = 4) => from((page - 1) * size, size);

const services: ReadonlyArray<Misleading> = [
  {
    what: 'a total that is a lower bound, as of Elasticsearch',
    address: '/index/_search',
    reply: (numberOf) => ({
      body: {
        hits: { total: { value: 12, relation: 'gte' }, hits: from(numberOf('from', 0)) },
      },
    }),
    line: '--items hits.hits --offset from',
  },
  {
    what: 'a total that is an estimate, as of Meilisearch',
    address: '/search?q=x',
    reply: (numberOf) => {
      const offset = numberOf('offset', 0);
      return { body: { hits: from(offset), limit: 4, offset, estimatedTotalHits: 20 } };
    },
    line: '--items hits --offset offset',
  },
  {
    what: 'a page_count that counts the items of a page, as of Open Food Facts',
    address: '/search',
    reply: (numberOf) => {
      const page = numberOf('page', 1);
      const products = numbered(page);
      return {
        body: { count: 23, page, page_count: products.length, page_size: 4, products },
      };
    },
    line: '--items products --page page',
  },
  {
    what: 'a total of pages beside that of records, as of jqGrid',
    address: '/grid?rows=2',
    reply: (numberOf) => {
      const page = numberOf('page', 1);
      return { body: { total: 12, page, records: 23, rows: numbered(page, 2) } };
    },
    line: '--items rows --page page',
  },
  {
    what: 'an offset in the address',
    address: '/search?from=0&size=4',
    reply: (numberOf) => ({ body: { objects: from(numberOf('from', 0)), total: 23 } }),
    line: '--items objects --offset from --total total',
  },
  {
    what: 'a total that is called count, as sizes are',
    address: '/listings',
    reply: (numberOf) => ({ body: { count: 23, results: from(numberOf('offset', 0)) } }),
    line: '--items results --offset offset --total count',
  },
  {
    what: 'a next that is the offset of the next page',
    address: '/papers',
    reply: (numberOf) => {
      const offset = numberOf('offset', 0);
      const next = offset + 4 < 23 ? { next: offset + 4 } : {};
      return { body: { total: 23, offset, ...next, data: from(offset) } };
    },
    line: '--items data --offset offset --total total',
  },
  {
    what: 'pages that are counted from 0, and their number',
    address: '/things',
    reply: (numberOf) => ({ body: { items: from(numberOf('page', 0) * 4), totalPages: 6 } }),
    line: '--items items --page page --first 0',
  },
  {
    what: 'a link on every page, as of Sentry',
    address: '/projects/',
    reply: (numberOf) => {
      const cursor = numberOf('cursor', 0);
      const body = from(cursor);
      const link = `</projects/?cursor=${cursor + 4}>; rel="next"; results="${cursor + 4 < 23}"`;
      return { body, headers: { link } };
    },
    line: '--items . --link --until-empty',
  },
  {
    what: 'links in a list that is called after the items, as of OpenStack',
    address: '/servers?limit=4',
    reply: (numberOf) => {
      const marker = numberOf('marker', 0);
      const href = `/servers?limit=4&marker=${marker + 4}`;
      const links = marker + 4 < 23 ? { servers_links: [{ rel: 'next', href }] } : {};
      return { body: { servers: from(marker), ...links } };
    },
    line: "--items servers --link 'servers_links[rel=next].href'",
  },
  {
    what: 'pages that are counted in headers, as of Trakt',
    address: '/movies',
    reply: (numberOf) => ({
      body: numbered(numberOf('page', 1)),
      headers: { 'x-pagination-page-count': '6', 'x-pagination-item-count': '23' },
    }),
    line: '--items . --page page --last header:x-pagination-page-count',
  },
  {
    what: 'a flag that is called more_records, as of Zoho',
    address: '/leads',
    reply: (numberOf) => {
      const page = numberOf('page', 1);
      return { body: { data: numbered(page), info: { page, more_records: page < 6 } } };
    },
    line: '--items data --page page --more info.more_records',
  },
  {
    what: 'a stream that ends, as of Zendesk',
    address: '/tickets?start_time=1',
    reply: (numberOf) => {
      const cursor = numberOf('cursor', 0);
      const body = { tickets: from(cursor), after_cursor: String(cursor + 4) };
      return { body: { ...body, end_of_stream: cursor + 4 >= 23 } };
    },
    line: '--items tickets --cursor after_cursor --to cursor --last end_of_stream',
  },
];

const wordsOf = (line: string): ReadonlyArray<string> =>
  line.split(' ').map((word) => word.replace(/^'|'$/g, ''));

/** Runs `walk` with some words behind the address of a service. */
const walk = ({ address, reply }: Misleading, ...words: ReadonlyArray<string>): Promise<Ran> =>
  withServer(
    ({ url = '' }, response) => {
      const query = new URL(url, 'http://x').searchParams;
      const said = reply((name, other) => Number(query.get(name) ?? other));
      response.writeHead(said.status ?? 200, said.headers);
      response.end(JSON.stringify(said.body));
    },
    (url) => runCommand(['walk', `${url}${address}`, ...words]),
  );

describe('law 32: what walk prints for a service that is easily misread', () => {
  for (const service of services)
    it(service.what, async () => {
      const look = await walk(service);
      expect(look.stdout).to.equal(`${service.line}\n`);
      expect(look.stderr).to.include('verified: page 2 has');
      const walked = await walk(service, ...wordsOf(service.line));
      const came = walked.stdout.split('\n').filter((line) => line !== '');
      expect(walked.code, walked.stderr).to.equal(0);
      expect(came).to.deep.equal(things.map((thing) => JSON.stringify(thing)));
    });

  it('calls nothing one page that has as many items as a parameter of the address says', async () => {
    const keycloak: Misleading = {
      what: '',
      address: '/users?first=0&max=4',
      reply: (numberOf) => ({ body: from(numberOf('first', 0)) }),
      line: '',
    };
    const { code, stdout, stderr } = await walk(keycloak);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.include('nothing in it says how to ask for the next page');
  });
});

describe('law 41: a service that links to a page behind its last one', () => {
  const events: Misleading = {
    what: '',
    address: '/events',
    reply: (numberOf) => {
      const page = numberOf('page', 1);
      const next = `/events?page=${Math.min(page + 1, 7)}`;
      return { body: { items: numbered(page), paging: { next } } };
    },
    line: '--items items --link paging.next',
  };

  it('is an error that names --until-empty, and ends well with it', async () => {
    const circle = await walk(events, ...wordsOf(events.line));
    expect(circle.code).to.equal(1);
    expect(circle.stderr).to.include(
      'the last page was empty, and had a link: --until-empty ends the walk with such a page',
    );
    const ended = await walk(events, ...wordsOf(events.line), '--until-empty');
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout.trim().split('\n')).to.have.length(23);
  });
});
