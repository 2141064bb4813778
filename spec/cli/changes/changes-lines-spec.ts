import { expect } from 'chai';
import { createHash } from 'node:crypto';
import fs, { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';
import { change, told, withThings } from '../support/things';

/** Runs `--changes` against a service that answers with one page. */
const withPage = (
  use: (run: (page: string, ...options: ReadonlyArray<string>) => ReturnType<typeof runCommand>) => Promise<void>,
) =>
  withDirectory(async (directory) => {
    let body = '';
    await withServer(
      (_, response) => response.end(body),
      (url) =>
        use((page, ...options) => {
          body = page;
          const files = ['--changes', join(directory, 'known'), '--key', 'id'];
          return runCommand(['list', '--base-url', url, ...files, ...options, 'ri.o', 'thing']);
        }),
    );
  });

describe('the command line: what --changes writes', () => {
  it('counts only changes that were written', () =>
    withPage(async (run) => {
      const { code, stderr } = await run('{"data":[{"properties":{"id":1}},{"properties":{"id":2,"v":1e999}}]}');
      expect(code).to.equal(1);
      expect(stderr).to.include('1 object added, 0 changed, 0 removed').and.include('1 object was invalid');
    }));

  it('has a column for a property of any name in csv', () =>
    withPage(async (run) => {
      const page = '{"data":[{"properties":{"id":1,"__proto__":"mine","constructor":"too"}}]}';
      const { stdout } = await run(page, '--format', 'csv');
      expect(stdout).to.equal('change,id,__proto__,constructor\r\nadded,1,mine,too\r\n');
    }));

  it('says that csv has no column for a property of any name', () =>
    withPage(async (run) => {
      const page = '{"data":[{"properties":{"id":1}},{"properties":{"id":2,"__proto__":"mine"}}]}';
      const { stderr } = await run(page, '--format', 'csv');
      expect(stderr).to.include('csv has no column for some properties of 1 object: __proto__');
    }));

  it('tells apart two states that the author of an object has chosen to look alike', () =>
    withPage(async (run) => {
      // Versions that were put together by XOR could be solved for a subset of fields that changes nothing.
      const page = (bits: bigint): string => {
        const fields = Array.from({ length: 60 }, (_, at) => [`f${at}`, Number((bits >> BigInt(at)) & 1n)] as const);
        return JSON.stringify({ data: [{ properties: { id: 1, ...Object.fromEntries(fields) } }] });
      };
      expect(told((await run(page(0n))).stdout)).to.deep.equal(['added 1']);
      expect(told((await run(page(668_442_728_656_013n))).stdout)).to.deep.equal(['changed 1']);
    }));
});

describe('the command line: the FILE of --changes', () => {
  it(
    'that another run is using is refused with exit code 2, and nothing is sent',
    withThings(async ({ file, run, requests }) => {
      writeFileSync(`${file}.${process.ppid}.0a1b2c.lock`, '');
      const { code, stderr } = await run();
      expect([code, requests()], stderr).to.deep.equal([2, 0]);
      expect(stderr).to.include(`another run, process ${process.ppid}, is using these files`);
    }),
  );

  it(
    'of an older version is refused, and says what to do',
    withThings(async ({ file, run, requests }) => {
      const text = `{"changes":1,"request":{}}\n[1,123456]\n`;
      const digest = createHash('sha256').update(text).digest('hex');
      writeFileSync(file, `${text}{"digest":"${digest}"}\n`, { mode: 0o600 });
      const { code, stderr } = await run();
      expect([code, requests()]).to.deep.equal([2, 0]);
      expect(stderr).to.include('it was written by another version of this program. Name another file by --changes');
    }),
  );

  it(
    'that does not fit on the disk stays as it was, and nothing is left beside it',
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
      expect(stderr).to.include(`cannot write ${file}: no space is left; the same changes will be written again`);
      expect(readFileSync(file).equals(before)).to.equal(true);
      expect(readdirSync(directory)).to.deep.equal(['known']);
    }),
  );
});
