import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShell } from '../support/bin';
import { runCommand } from '../support/runCommand';
import { type Bench, change, told, withThings } from '../support/things';

describe('the command line: --changes FILE --key NAME', () => {
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
    );

    it(
      'whose standard output is on a full disk leaves FILE as it was, and exits 1',
      leavesFile((bench) => shell(bench, ':', '> /dev/full'), { code: 1, says: 'known was not touched' }),
    );

    it(
      'whose reader has gone leaves FILE as it was',
      leavesFile((bench) => shell(bench, ':', '| (exec <&-; sleep 3)'), { code: 0, told: [] }),
    );

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
        expect((await run('--format', 'csv', '--key', 'change')).stderr).to.include('column named change');
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
