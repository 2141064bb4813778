import { expect } from 'chai';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, type Properties, type Service, startService } from '../../../src/service';
import { built, runShell } from '../support/bin';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';

interface Line {
  readonly change: string;
  readonly key: unknown;
  readonly record?: { readonly properties: Properties };
}

const linesOf = (text: string): ReadonlyArray<Line> =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const told = (text: string): ReadonlyArray<string> =>
  linesOf(text).map(({ change, key }) => `${change} ${String(key)}`);

interface Bench {
  readonly service: Service;
  /** The file of what is known. */
  readonly file: string;
  readonly directory: string;
  readonly run: (...options: ReadonlyArray<string>) => ReturnType<typeof runCommand>;
  readonly requests: () => number;
}

/** A service of three things in pages of two, and the command that tells their changes. */
const withThings =
  (use: (bench: Bench) => Promise<void>, faults: ReadonlyArray<Fault> = []) =>
  async (): Promise<void> => {
    let requests = 0;
    const objects = [1, 2, 3].map((id) => ({ id, name: `no. ${id}` }));
    const service = await startService({
      objects: { thing: objects },
      maxPageSize: 2,
      faults,
      onRequest: () => {
        requests += 1;
      },
    });
    try {
      await withDirectory(async (directory) => {
        const file = join(directory, 'known');
        const args = ['list', service.ontologyRid, 'thing', '--base-url', service.url, '--attempts', '1'];
        const run = (...options: ReadonlyArray<string>) =>
          runCommand([...args, '--changes', file, '--key', 'id', ...options]);
        await use({ service, file, directory, run, requests: () => requests });
      });
    } finally {
      await service.close();
    }
  };

const change = ({ store }: Service): void => {
  store.update('thing', 0, (thing) => ({ ...thing, name: 'changed' }));
  store.delete('thing', 1);
  store.insert('thing', { id: 4, name: 'no. 4' });
};

describe('the command line: --changes FILE --key NAME', () => {
  it(
    'the first run tells everything as added, the next nothing, and then what changed, removals last',
    withThings(async ({ service, file, run }) => {
      const first = await run();
      expect(first.code, first.stderr).to.equal(0);
      expect(linesOf(first.stdout)[0]).to.deep.equal({
        change: 'added',
        key: 1,
        record: { properties: { id: 1, name: 'no. 1' } },
      });
      expect(told(first.stdout)).to.deep.equal(['added 1', 'added 2', 'added 3']);
      expect(first.stderr).to.include('3 objects added, 0 changed, 0 removed');
      const again = await run();
      expect([again.code, again.stdout]).to.deep.equal([0, '']);
      change(service);
      const third = await run();
      expect(told(third.stdout)).to.deep.equal(['changed 1', 'added 4', 'removed 2']);
      expect(linesOf(third.stdout).at(-1)).to.deep.equal({ change: 'removed', key: 2 });
      expect((await run()).stdout).to.equal('');
      expect(existsSync(`${file}.new`)).to.equal(false);
    }),
  );

  it(
    'FILE holds a key and a version a line, and only its owner may read it',
    withThings(async ({ file, run }) => {
      await run();
      const lines = readFileSync(file, 'utf8').split('\n');
      expect(lines.slice(1, 4).map((line) => (JSON.parse(line) as ReadonlyArray<unknown>)[0])).to.deep.equal([1, 2, 3]);
      expect(lines.slice(1, 4).every((line) => /^\[\d,\d+\]$/.test(line))).to.equal(true);
      expect(statSync(file).mode & 0o777).to.equal(0o600);
    }),
  );

  it(
    'search tells changes too',
    withThings(async ({ service, file }) => {
      const argv = ['search', 'thing', '--api-family', service.apiFamily, '--base-url', service.url];
      const env = { PAGEWALK_TOKEN: service.token };
      const search = () => runCommand([...argv, '--changes', file, '--key', 'id'], { env });
      expect(told((await search()).stdout)).to.deep.equal(['added 1', 'added 2', 'added 3']);
      change(service);
      expect(told((await search()).stdout)).to.deep.equal(['changed 1', 'added 4', 'removed 2']);
    }),
  );

  it(
    'csv has a column for the change; json is one array',
    withThings(async ({ service, file, directory, run }) => {
      const csv = await run('--format', 'csv');
      expect(csv.stdout).to.equal('change,id,name\r\nadded,1,no. 1\r\nadded,2,no. 2\r\nadded,3,no. 3\r\n');
      change(service);
      service.store.update('thing', 2, (thing) => ({ ...thing, change: 'mine' }));
      const next = await run('--format', 'csv');
      expect(next.stdout).to.equal('change,id,name\r\nchanged,1,changed\r\nadded,4,no. 4\r\nremoved,2,\r\n');
      expect(next.stderr).to.include('properties.change');
      const json = await run('--format', 'json');
      expect(JSON.parse(json.stdout)).to.deep.equal([]);
      expect(existsSync(file)).to.equal(true);
      const out = join(directory, 'out.json');
      service.store.delete('thing', 0);
      expect((await run('--format', 'json', '--out', out)).stdout).to.equal('');
      expect(JSON.parse(readFileSync(out, 'utf8'))).to.deep.equal([{ change: 'removed', key: 1 }]);
    }),
  );

  it(
    'a walk whose token expired once begins again, tells each change once, and removals last',
    withThings(async ({ service, file, run }) => {
      await run();
      change(service);
      const before = readFileSync(file);
      service.setFaults([{ type: 'expire-token', at: 1 }]);
      const ran = await run();
      expect([ran.code, told(ran.stdout)], ran.stderr).to.deep.equal([0, ['changed 1', 'added 4', 'removed 2']]);
      expect(ran.stderr).to.include('1 restart');
      expect(readFileSync(file).equals(before)).to.equal(false);
      expect((await run()).stdout).to.equal('');
    }),
  );

  it('restarts that bring new keys are not in vain, though nothing has changed', async () => {
    const objects = Array.from({ length: 12 }, (_, id) => ({ id }));
    const service = await startService({ objects: { thing: objects }, maxPageSize: 2 });
    try {
      await withDirectory(async (directory) => {
        const args = ['list', service.ontologyRid, 'thing', '--base-url', service.url];
        const run = () => runCommand([...args, '--changes', join(directory, 'known'), '--key', 'id']);
        expect((await run()).code).to.equal(0);
        // The walk comes one page further each time: 1, 3, 6, 10 and 15 tokens are the last of five walks.
        service.setFaults([1, 3, 6, 10, 15].map((at) => ({ type: 'expire-token', at })));
        const ran = await run();
        expect([ran.code, ran.stdout], ran.stderr).to.deep.equal([0, '']);
        expect(ran.stderr).to.include('5 restarts');
        service.setFaults([1, 2, 3, 4].map((at) => ({ type: 'expire-token', at })));
        expect((await run()).code).to.equal(1);
      });
    } finally {
      await service.close();
    }
  });

  describe('a walk that is not whole', () => {
    /** Runs once, changes the store, and expects that the next run leaves FILE as it was. */
    const leavesFile = (
      next: (bench: Bench) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>,
      expected: { readonly code: number; readonly told?: ReadonlyArray<string>; readonly says?: string },
    ) =>
      withThings(async (bench) => {
        await bench.run();
        const before = readFileSync(bench.file);
        change(bench.service);
        const ran = await next(bench);
        expect(ran.code, ran.stderr).to.equal(expected.code);
        if (expected.told) expect(told(ran.stdout)).to.deep.equal(expected.told);
        if (expected.says !== undefined) expect(ran.stderr).to.include(expected.says);
        expect(readFileSync(bench.file).equals(before)).to.equal(true);
        bench.service.setFaults([]);
        // Told again by the next whole run, with the removals.
        expect(told((await bench.run()).stdout)).to.deep.equal(['changed 1', 'added 4', 'removed 2']);
      });

    it(
      'that broke off tells what it saw, no removals, leaves FILE as it was, and exits 1',
      leavesFile(
        ({ service, run }) => {
          service.setFaults([{ type: 'html', at: 2 }]);
          return run();
        },
        { code: 1, told: ['changed 1'], says: 'known was not touched' },
      ),
    );

    it(
      'that --limit cut leaves FILE as it was',
      leavesFile(({ run }) => run('--limit', '1'), { code: 0, told: ['changed 1'], says: '--limit cut the walk' }),
    );

    it(
      'that --limit cut within the removals, too',
      leavesFile(({ run }) => run('--limit', '3'), { code: 0, says: '--limit cut the walk' }),
    );

    it(
      'that brought an invalid object tells no removals, leaves FILE as it was, and exits 1',
      leavesFile(
        ({ service, run }) => {
          service.setFaults([{ type: 'corrupt-object', at: 2 }]);
          return run();
        },
        { code: 1, told: ['changed 1'], says: 'known was not touched' },
      ),
    );

    it(
      'whose --out cannot be written leaves FILE as it was',
      leavesFile(({ run, directory }) => run('--out', join(directory, 'nowhere', 'out')), { code: 2 }),
    );

    const shell = async ({ service, file }: Bench, before: string, after: string) => {
      built();
      const list = `list ${service.ontologyRid} thing --base-url ${service.url} --changes ${file} --key id`;
      const { code, ...said } = await runShell(`${before}; $PAGEWALK ${list} ${after}`);
      return { ...said, code: code ?? -1 };
    };

    it(
      'whose --out cannot grow any more leaves FILE as it was, and exits 1',
      leavesFile(
        (bench) => {
          // What one file may hold, 1,024 bytes, stands for a disk that is full.
          bench.service.store.update('thing', 0, (thing) => ({ ...thing, name: 'x'.repeat(5_000) }));
          return shell(bench, 'ulimit -f 1', `--out ${join(bench.directory, 'out')}`);
        },
        { code: 1, says: 'known was not touched' },
      ),
    ).timeout(60_000);

    it(
      'whose standard output is on a full disk leaves FILE as it was, and exits 1',
      leavesFile((bench) => shell(bench, ':', '> /dev/full'), { code: 1, says: 'known was not touched' }),
    ).timeout(60_000);

    it(
      'whose reader has gone leaves FILE as it was',
      leavesFile((bench) => shell(bench, ':', '| (exec <&-; sleep 3)'), { code: 0, told: [] }),
    ).timeout(60_000);

    it(
      'with an object that has no key leaves FILE as it was, and exits 1',
      withThings(async ({ service, file, run }) => {
        await run();
        const before = readFileSync(file);
        service.store.insert('thing', { name: 'without' });
        const ran = await run();
        expect(ran.code).to.equal(1);
        expect(ran.stderr).to.include("has no text, number or boolean 'id'");
        expect(told(ran.stdout)).to.deep.equal([]);
        expect(readFileSync(file).equals(before)).to.equal(true);
      }),
    );

    it(
      'that is whole is what the next one is compared with',
      withThings(async ({ service, run }) => {
        const first = await run();
        expect(first.code, first.stderr).to.equal(0);
        expect(told(first.stdout)).to.deep.equal(['added 1', 'added 2', 'added 3']);
        change(service);
        expect(told((await run()).stdout)).to.deep.equal(['changed 1', 'added 4', 'removed 2']);
      }),
    );
  });

  describe('is refused before anything is sent', () => {
    it(
      'without --key, exit 2',
      withThings(async ({ service, file, requests }) => {
        const ran = await runCommand([
          'list',
          service.ontologyRid,
          'thing',
          '--base-url',
          service.url,
          '--changes',
          file,
        ]);
        expect([ran.code, requests()]).to.deep.equal([2, 0]);
        expect(ran.stderr).to.include('--changes needs --key NAME');
      }),
    );

    it(
      'of another request, or another key',
      withThings(async ({ service, file, run, requests }) => {
        await run();
        const before = requests();
        const other = await run('--snapshot');
        expect(other.code).to.equal(2);
        expect(other.stderr).to.include('is of another request: snapshot was false and is true');
        const key = await runCommand([
          'list',
          service.ontologyRid,
          'thing',
          '--base-url',
          service.url,
          '--changes',
          file,
          '--key',
          'name',
        ]);
        expect(key.stderr).to.include('key was id and is name');
        expect(requests()).to.equal(before);
      }),
    );

    it(
      'a damaged FILE, by its name: any byte missing, or changed',
      withThings(async ({ file, run, requests }) => {
        await run();
        const whole = readFileSync(file);
        const before = requests();
        const lines = whole.toString().split('\n');
        const damaged = [
          Buffer.alloc(0),
          Buffer.from('\n'),
          Buffer.from('nonsense'),
          Buffer.from(lines.slice(0, -2).join('\n')),
          Buffer.from(`${lines.slice(0, -2).join('\n')}\n`),
          Buffer.from(lines.filter((_, index) => index !== 2).join('\n')),
          ...Array.from({ length: 20 }, (_, n) => whole.subarray(0, Math.floor((whole.length * n) / 20))),
          ...Array.from({ length: 20 }, (_, n) => {
            const copy = Buffer.from(whole);
            const at = Math.floor((whole.length * n) / 20);
            copy[at] = (copy[at] ?? 0) ^ 1;
            return copy;
          }),
        ];
        for (const bytes of damaged) {
          writeFileSync(file, bytes);
          const ran = await run();
          expect([ran.code, ran.stdout], bytes.toString()).to.deep.equal([2, '']);
          expect(ran.stderr).to.include(file);
          expect(readFileSync(file).equals(bytes)).to.equal(true);
        }
        expect(requests()).to.equal(before);
        writeFileSync(file, whole);
        expect((await run()).code).to.equal(0);
      }),
    );

    it(
      'together with --resume, as the file of --out, or for csv with a key named change',
      withThings(async ({ file, run, directory, requests }) => {
        const out = join(directory, 'out');
        expect((await run('--resume', join(directory, 'mark'), '--out', out)).code).to.equal(2);
        expect((await run('--out', file)).stderr).to.include('at once: name another file');
        expect((await run('--format', 'csv', '--key', 'change')).stderr).to.include('column change of its own');
        expect(requests()).to.equal(0);
      }),
    );

    it(
      'a FILE that others can write',
      withThings(async ({ file, run, requests }) => {
        await run();
        const before = requests();
        writeFileSync(file, readFileSync(file));
        const { chmodSync } = await import('node:fs');
        chmodSync(file, 0o666);
        const ran = await run();
        expect(ran.code).to.equal(2);
        expect(ran.stderr).to.include('others can write it');
        expect(requests()).to.equal(before);
      }),
    );
  });
});
