import { expect } from 'chai';
import { Subject } from 'rxjs';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { withServer } from '../../support/withServer';
import { type Ran, runCommand } from '../support/runCommand';

interface Answered {
  readonly body: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answering = (query: URLSearchParams, request: number) => Answered;

/** Looks at a service, and gives what was printed and what was asked for. */
const looked = async (
  answer: Answering,
  address = '/things',
  options: ReadonlyArray<string> = [],
): Promise<Ran & { readonly asked: ReadonlyArray<string> }> => {
  const asked: Array<string> = [];
  const ran = await withServer(
    ({ url = '' }, response) => {
      asked.push(url);
      const {
        body,
        status = 200,
        headers,
      } = answer(new URL(url, 'http://x').searchParams, asked.length);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    },
    (url) => runCommand(['walk', `${url}${address}`, ...options]),
  );
  return { ...ran, asked };
};

const things = (start: number, count = 5) =>
  Array.from({ length: Math.max(0, Math.min(count, 23 - start)) }, (_, index) => ({
    id: start + index,
  }));

const number = (query: URLSearchParams, name: string, other: number): number =>
  Number(query.get(name) ?? other);

const cursored: Answering = (query) => {
  const start = number(query, 'cursor', 0);
  return { body: { items: things(start), next_cursor: String(start + 5) } };
};

describe('law 32: what walk prints was tried', () => {
  it('says that page 2 has other items, and how many requests that took', async () => {
    const { stdout, stderr, asked } = await looked(cursored);
    expect(stdout).to.equal('--items items --cursor next_cursor --to cursor\n');
    expect(stderr).to.include('verified: page 2 has 5 other items (2 requests beside the first)');
    expect(asked).to.deep.equal(['/things', '/things?cursor=5', '/things']);
  });

  it('sends one request where it is asked to, and one to a page that says it is the last one', async () => {
    const plain = await looked(cursored, '/things', ['--no-probe']);
    const last = await looked(() => ({
      body: { items: things(0), next_cursor: null, has_more: false },
    }));
    const post = await looked(cursored, '/things', ['--body', '{"a":1}']);
    for (const { asked, stderr } of [plain, last, post]) {
      expect(asked).to.have.length(1);
      expect(stderr).to.not.include('verified');
    }
  });

  it('proves no parameter that a service ignores, whatever its list does meanwhile', async () => {
    const { stderr, asked } = await looked((_, request) => ({
      body: { items: things(3 * request), next_cursor: 'c' },
    }));
    expect(stderr).to.include('is a guess').and.to.not.include('verified');
    expect(asked).to.have.length.within(2, 5);
  });

  for (const [what, taker, line] of [
    ['proves', 'after', '--items data --cursor pagination.cursor --to after\n'],
    ['does not prove', 'elsewhere', '--items data --cursor pagination.cursor --to cursor\n'],
  ] as const)
    it(`${what} a cursor by items whose other fields change with each request`, async () => {
      const { stdout, stderr } = await looked((query, request) => {
        const start = number(query, taker, 0);
        const data = things(start).map((thing) => ({ ...thing, viewers: 10 * request }));
        return { body: { data, pagination: { cursor: String(start + 5) } } };
      });
      expect(stdout).to.equal(line);
      expect(stderr.includes('verified')).to.equal(what === 'proves');
    });

  it('says of a cursor that includes the item that it names that page 2 begins with that item', async () => {
    const { stderr } = await looked((query) => {
      const start = number(query, 'cursor', 0);
      return { body: { items: things(start), next_cursor: String(start + 4) } };
    });
    expect(stderr).to.include('verified: page 2 has 4 other items behind 1 of page 1 (2 requests');
  });

  it('says so of a page, too, where the response has no number of it', async () => {
    const { stderr } = await looked((query) => ({
      body: { items: things(4 * (number(query, 'page', 1) - 1)), total: 23 },
    }));
    expect(stderr).to.include('verified: page 2 has 4 other items behind 1 of page 1 (3 requests');
  });

  it('prints no --first beside an offset in the address: that line would be refused', async () => {
    const fromOne: Answering = (query) => ({
      body: { items: things(Math.max(0, number(query, 'offset', 1) - 1)), total: 23 },
    });
    const { stdout, stderr } = await looked(fromOne, '/things?offset=0');
    expect(stdout).to.equal('--items items --offset offset --total total\n');
    expect(stderr).to.include('guess').and.to.not.include('verified');
  });

  it('takes a 1 in the address of one item for no size', async () => {
    const { stdout } = await looked(() => ({ body: things(0, 1) }), '/things?version=1');
    expect(stdout).to.equal('--items . --one-page\n');
  });

  it('does not take an offset that counts pages for one that counts items', async () => {
    const { stdout, stderr } = await looked((query) => ({
      body: { items: things(5 * number(query, 'offset', 0)), total: 23, offset: 0 },
    }));
    expect(stderr.includes('verified') && stdout.includes('--offset')).to.equal(false);
  });

  for (const [what, begin, name] of [
    ['--first 1', 1, 'offset'],
    ['--first 0', 0, 'page'],
  ] as const) {
    it(`finds out where numbers begin: ${name} ${what}`, async () => {
      const { stdout, stderr } = await looked((query) => {
        const at = number(query, name, begin) - begin;
        return { body: { items: things(name === 'page' ? at * 5 : at), total: 23 } };
      });
      expect(stdout).to.include(`--${name} ${name}`).and.to.include(what);
      expect(stderr).to.include('verified');
    });
  }

  it('leaves offsets a guess where items are hidden', async () => {
    const { stderr } = await looked((query) => ({
      body: { items: things(number(query, 'offset', 0), 4), limit: 5, offset: 0, total: 23 },
    }));
    expect(stderr).to.include('guess').and.to.not.include('verified');
  });

  it('sends the id of an item only where a flag says that there is more', async () => {
    const sent = async (more: object) => {
      const { asked } = await looked(() => ({ body: { data: things(0), last_id: 4, ...more } }));
      return asked.some((url) => url.endsWith('=4'));
    };
    expect(await sent({})).to.equal(false);
    expect(await sent({ has_more: true })).to.equal(true);
  });

  for (const [what, refusal] of [
    ['a 401', { status: 401, body: {} }],
    ['a 402', { status: 402, body: {} }],
    ['a 429 without a wait', { status: 429, body: {} }],
    ['a 403', { status: 403, body: { message: 'rate limit' } }],
  ] as const) {
    it(`ends with ${what}, after one request`, async () => {
      const { stdout, stderr, asked, code } = await looked((_, request) =>
        request === 1 ? { body: { items: things(0), total: 23 } } : refusal,
      );
      expect({ code, sent: asked.length }).to.deep.equal({ code: 0, sent: 2 });
      expect(stdout).to.include('--offset');
      expect(stderr)
        .to.include('guess')
        .and.to.include('the service refuses to be asked for more (1 request beside the first)');
    });
  }

  it('leaves a service alone that allows few requests more, and follows no link to another host', async () => {
    const headers = { 'x-ratelimit-remaining': '9' };
    const { asked } = await looked((query, request) => ({ ...cursored(query, request), headers }));
    expect(asked).to.have.length(1);
    const away = await looked(() => ({
      body: { items: things(0), next: 'https://elsewhere.invalid/things?page=2' },
    }));
    expect(away.stderr).to.include('guess').and.to.not.include('verified');
  });

  it('ends where it is interrupted, and prints no options that it has not tried', async () => {
    const interrupts = new Subject<Interrupt>();
    let requests = 0;
    const { code, stdout, stderr } = await withServer(
      (_, response) => {
        requests += 1;
        if (requests === 2) interrupts.next('SIGINT');
        else response.end(JSON.stringify({ items: things(0), next_cursor: '5' }));
      },
      (url) => runCommand(['walk', `${url}/things`], { interrupts }),
    );
    expect({ code, stdout, requests }).to.deep.equal({ code: 130, stdout: '', requests: 2 });
    expect(stderr).to.equal('pagewalk: interrupted after 0 objects in 0 pages\n');
  });

  it('says of a cursor that nothing but its absence ends the walk, unless it begins with a *', async () => {
    const endless: Answering = (query) => {
      const start = Number(query.get('cursor')?.replace('*', '0') ?? 0);
      return { body: { items: things(start), next_cursor: String(Math.min(start + 5, 23)) } };
    };
    const [plain, starred] = [await looked(endless), await looked(endless, '/things?cursor=*')];
    expect(plain.stdout).to.equal('--items items --cursor next_cursor --to cursor\n');
    expect(plain.stderr).to.include('if the last page has one, too, add --until-empty');
    expect(starred.stdout).to.equal(
      '--items items --cursor next_cursor --to cursor --until-empty\n',
    );
    expect(starred.stderr).to.include('verified').and.to.not.include('if the last page');
  });

  it('sends at most four requests beside the first', async () => {
    const { asked, stderr } = await looked(() => ({ body: { items: things(0), total: 23 } }));
    expect(asked).to.have.length(5);
    expect(stderr).to.include('(4 requests beside the first)');
  });
});
