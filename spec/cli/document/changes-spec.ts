import { expect } from 'chai';
import { createHash } from 'node:crypto';
import fs, { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withServer } from '../../support/withServer';
import { runShell } from '../support/bin';
import { runCommand } from '../support/runCommand';
import { inDirectory } from '../../support/inDirectory';
import { type Bench, change, told, withThings } from '../support/things';

describe('the command line: --changes FILE --key NAME', () => {
  it('tells apart two states that the author of an object has chosen to look alike', () =>
    inDirectory(async (directory) => {
      // Versions that were put together by XOR could be solved for a subset of fields that changes nothing.
      const page = (bits: bigint): string => {
        const fields = Array.from(
          { length: 60 },
          (_, at) => [`f${at}`, Number((bits >> BigInt(at)) & 1n)] as const,
        );
        return JSON.stringify({ data: [{ properties: { id: 1, ...Object.fromEntries(fields) } }] });
      };
      let body = '';
      await withServer(
        (_, response) => response.end(body),
        async (url) => {
          const files = ['--changes', join(directory, 'known'), '--key', 'id'];
          const run = () => runCommand(['list', '--base-url', url, ...files, 'ri.o', 'thing']);
          body = page(0n);
          expect(told((await run()).stdout)).to.deep.equal(['added 1']);
          body = page(668_442_728_656_013n);
          expect(told((await run()).stdout)).to.deep.equal(['changed 1']);
        },
      );
    }));

  const shell = ({ service, file }: Bench, before: string, after: string) => {
    const list = `list ${service.ontologyRid} thing --base-url ${service.url} --changes ${file} --key id`;
    return runShell(`${before}; $PAGEWALK ${list} ${after}`);
  };
  const broken: ReadonlyArray<
    readonly [what: string, run: (bench: Bench) => ReturnType<typeof runShell>, code: number]
  > = [
    // What one file may hold, 1,024 bytes, stands for a disk that is full.
    [
      '--out cannot grow any more',
      (bench) => shell(bench, 'ulimit -f 1', `--out ${join(bench.directory, 'out')}`),
      1,
    ],
    ['folder has no room for a lock', (bench) => shell(bench, 'ulimit -f 0', ''), 2],
    ['standard output is on a full disk', (bench) => shell(bench, ':', '> /dev/full'), 1],
    ['reader has gone', (bench) => shell(bench, ':', '| (exec <&-; sleep 3)'), 0],
  ];
  for (const [what, run, code] of broken) {
    it(`a walk whose ${what} leaves FILE as it was, and the next one tells all`, () =>
      withThings(async (bench) => {
        await bench.run();
        const before = readFileSync(bench.file);
        change(bench.service);
        bench.service.store.update('thing', 0, (thing) => ({ ...thing, name: 'x'.repeat(5_000) }));
        const ran = await run(bench);
        expect(ran.code, ran.stderr).to.equal(code);
        if (code === 1) expect(ran.stderr).to.include('known was not touched');
        expect(readFileSync(bench.file).equals(before)).to.equal(true);
        expect(readdirSync(bench.directory).filter((name) => name.endsWith('.lock'))).to.deep.equal(
          [],
        );
        expect(told((await bench.run()).stdout)).to.deep.equal([
          'changed 1',
          'added 4',
          'removed 2',
        ]);
      }));
  }

  it('a FILE of an older version, or with any byte changed or cut off, is refused by its name', () =>
    withThings(async ({ file, run, requests }) => {
      await run();
      const whole = readFileSync(file);
      const before = requests();
      const text = `{"changes":1,"request":{}}\n[1,123456]\n`;
      const older = `${text}{"digest":"${createHash('sha256').update(text).digest('hex')}"}\n`;
      const lines = whole.toString().split('\n');
      const damaged = [
        Buffer.from(older),
        Buffer.from('\n'),
        Buffer.from(`${lines.slice(0, -2).join('\n')}\n`),
        Buffer.from(lines.filter((_, index) => index !== 2).join('\n')),
        ...Array.from({ length: 20 }, (_, n) =>
          whole.subarray(0, Math.floor((whole.length * n) / 20)),
        ),
        ...Array.from({ length: 20 }, (_, n) => {
          const copy = Buffer.from(whole);
          const at = Math.floor((whole.length * n) / 20);
          copy[at] = (copy[at] ?? 0) ^ 1;
          return copy;
        }),
      ];
      for (const [index, bytes] of damaged.entries()) {
        writeFileSync(file, bytes);
        const ran = await run();
        expect([ran.code, ran.stdout], bytes.toString()).to.deep.equal([2, '']);
        expect(ran.stderr).to.include(
          index === 0 ? 'it was written by another version of this program' : file,
        );
        expect(readFileSync(file).equals(bytes)).to.equal(true);
      }
      expect(requests()).to.equal(before);
    }));

  it('a FILE that does not fit on the disk stays as it was, and nothing is left beside it', () =>
    withThings(async ({ service, file, directory, run }) => {
      await run();
      change(service);
      const before = readFileSync(file);
      const { open } = fs.promises;
      const full = () => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' }));
      fs.promises.open = async (...args) => {
        const opened = await open(...args);
        return String(args[0]).endsWith('.new') ? Object.assign(opened, { write: full }) : opened;
      };
      const { code, stderr } = await run().finally(() => (fs.promises.open = open));
      expect(code).to.equal(1);
      expect(stderr).to.include(
        `cannot write ${file}: no space is left; the same changes will be written again`,
      );
      expect(readFileSync(file).equals(before)).to.equal(true);
      expect(readdirSync(directory)).to.deep.equal(['known']);
    }));
});
