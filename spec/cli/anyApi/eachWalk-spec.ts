import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { inDirectory } from '../../support/inDirectory';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';

/** Three issues on two pages. The comments of each but the second are on two pages as well. */
const issues =
  (requests: Array<string>, isRefused: (url: string) => boolean = () => false): RequestListener =>
  ({ url = '' }, response) => {
    requests.push(url);
    const [, number, more] = /^\/issues(?:\/(.+)\/comments)?(\?page=2)?$/.exec(url) ?? [];
    const items = number === undefined ? [{ number: 1 }, { number: 2 }] : [{ id: `${number}a` }];
    const later = number === undefined ? [{ number: 3 }] : [{ id: `${number}b` }];
    const link = more === undefined && number !== '2' ? { link: `<${url}?page=2>; rel="next"` } : undefined;
    response.writeHead(isRefused(url) ? 400 : 200, link).end(JSON.stringify(more === undefined ? items : later));
  };

const each = (url: string, then = `${url}/issues/{}/comments`): Array<string> =>
  ['walk', `${url}/issues`, '--items', '.', '--link', '-q', '--each', 'number', '--then', then].flat();

const ids = (text: string): ReadonlyArray<string> => text.match(/(?<="id":")\w+/g) ?? [];

describe('walk --each --then', () => {
  it("writes the items of each item's own list, with what led to it", async () => {
    const requests: Array<string> = [];
    const { code, stdout } = await withServer(issues(requests), (url) => runCommand(each(url)));
    expect(code).to.equal(0);
    expect(ids(stdout)).to.deep.equal(['1a', '1b', '2a', '3a', '3b']);
    expect(stdout.split('\n')[0]).to.equal('{"_parent":1,"id":"1a"}');
    expect(requests.slice(0, 5)).to.deep.equal([
      '/issues',
      '/issues/1/comments',
      '/issues/1/comments?page=2',
      '/issues/2/comments',
      '/issues?page=2',
    ]);
  });

  it('continues after a failure where it was', () =>
    inDirectory(async (directory) => {
      const out = join(directory, 'comments.ndjson');
      const requests: Array<string> = [];
      const isRefused = (url: string): boolean => url === '/issues/3/comments?page=2' && requests.length < 8;
      await withServer(issues(requests, isRefused), async (url) => {
        expect((await runCommand([...each(url), '-o', out, '--resume'])).code).to.equal(1);
        expect((await runCommand([...each(url), '-o', out, '--resume'])).code).to.equal(0);
      });
      expect(requests.slice(7)).to.deep.equal(['/issues?page=2', '/issues/3/comments?page=2']);
      expect(ids(await readFile(out, 'utf8'))).to.deep.equal(['1a', '1b', '2a', '3a', '3b']);
    }));

  it('takes a parameter of the query string, leaves out what is gone, and encodes what it sends', async () => {
    const { code, stdout } = await withServer(
      ({ url }, response) => {
        const items = url === '/issues' ? [{ number: 'a/b&' }, { number: 'gone' }] : [{ id: 'x', _parent: 7 }, 5];
        response.writeHead(url?.endsWith('gone') ? 404 : 200).end(JSON.stringify(items));
      },
      (url) => runCommand(each(url, `${url}/comments?issue={}`)),
    );
    expect(code).to.equal(0);
    expect(stdout).to.equal('{"_parent":7,"id":"x"}\n{"_parent":"a/b&","item":5}\n');
  });

  it('does not doubt lists of one page, though the list of the items has two', async () => {
    const { code, stderr } = await withServer(
      ({ url = '' }, response) => {
        const isFirst = url === '/issues';
        const items = url.includes('comments') ? [{ id: 'a' }] : [{ number: isFirst ? 1 : 2 }];
        response.writeHead(200, isFirst ? { link: '</issues?page=2>; rel="next"' } : {}).end(JSON.stringify(items));
      },
      (url) => runCommand(each(url)),
    );
    expect([code, stderr]).to.deep.equal([0, '']);
  });

  it('says that a list is short, whichever it is, and which lists are not there', async () => {
    const run = (totals: Readonly<Record<string, number | undefined>>) =>
      withServer(
        ({ url = '' }, response) => {
          const [, number = ''] = /issues\/(.+)\/comments/.exec(url) ?? [];
          const total = number === '' ? 3 : totals[number];
          const data = number === '' ? [{ number: 1 }, { number: 2 }, { number: 3 }] : [{ id: 'a' }];
          response.writeHead(total === undefined ? 404 : 200).end(JSON.stringify({ data, total }));
        },
        (url) => runCommand(each(url).map((word) => (word === '.' ? 'data' : word))),
      );
    const short = await run({ 1: 1, 2: 5, 3: 1 });
    expect(short.code).to.equal(1);
    expect(short.stderr).to.include('a total of 5, but 1 object came');
    const some = await run({ 1: 1, 3: 1 });
    expect([some.code, some.stderr]).to.deep.equal([0, 'pagewalk: 1 list of an item was not there (404 or 410)\n']);
    const none = await run({});
    expect(none.code).to.equal(1);
    expect(none.stderr).to.include('no item has a list (404 or 410): look up the address for --then');
  });

  it('writes nothing twice where the token of a list has expired: it ends, or begins again with --key', async () => {
    const run = (...more: ReadonlyArray<string>) => {
      let isExpired = true;
      return withServer(
        ({ url = '' }, response) => {
          const [, number, later] = /^\/issues\/(.)\/comments(\?c=2)?/.exec(url) ?? [];
          const isRefused = isExpired && number === '2' && later !== undefined;
          isExpired &&= !isRefused;
          const data =
            number === undefined ? [{ number: 1 }, { number: 2 }] : [{ id: `${number}${later ? 'b' : 'a'}` }];
          const next = number === undefined || later !== undefined ? null : '2';
          response.writeHead(isRefused ? 410 : 200).end(JSON.stringify({ data, next }));
        },
        (url) => {
          const then = ['--each', 'number', '--then', `${url}/issues/{}/comments`];
          return runCommand(['walk', `${url}/issues`, '--cursor', 'next', '--to', 'c', '-q', ...then, ...more]);
        },
      );
    };
    const ended = await run();
    expect(ended.code).to.equal(1);
    expect(ids(ended.stdout)).to.deep.equal(['1a', '1b', '2a']);
    expect(ended.stderr).to.include('--key NAME');
    const again = await run('--key', 'id');
    expect([again.code, again.stderr]).to.deep.equal([0, '']);
    expect(ids(again.stdout)).to.deep.equal(['1a', '1b', '2a', '2b']);
  });

  it('names what an item lacks, and never leaves the segment of the path', async () => {
    for (const [number, reason] of [
      [null, 'number must be a text or a number, for --each'],
      ['..', "must not be '..'"],
    ]) {
      const requests: Array<unknown> = [];
      const { code, stderr } = await withServer(
        ({ url }, response) => {
          requests.push(url);
          response.end(JSON.stringify([{ number }]));
        },
        (url) => runCommand(each(url)),
      );
      expect(stderr).to.include(reason);
      expect(code).to.equal(1);
      expect(requests).to.deep.equal(['/issues']);
    }
  });

  it('refuses what cannot be meant, before anything is sent', async () => {
    const url = 'http://127.0.0.1:9';
    const marked = ['--mark', 'a=b', '-o', 'never', '--resume'];
    for (const [argv, reason] of [
      [each(url).slice(0, -2), '--each and --then go together'],
      [each(url, `${url}/comments`), '--then needs {}'],
      [each(url, 'http://127.0.0.2:9/{}'), 'the host that URL names'],
      [each(url, 'comments/{}'), '--then must be an address'],
      [[...each(url), ...marked], '--each and --mark'],
    ] as const) {
      const { code, stderr } = await runCommand(argv);
      expect(stderr).to.include(reason);
      expect(code).to.equal(2);
    }
  });
});
