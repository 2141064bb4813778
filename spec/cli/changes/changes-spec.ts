import { expect } from 'chai';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../../src/service';
import { runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';
import { change, linesOf, told, withThings } from '../support/things';

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
      expect(lines.slice(1, 4).every((line) => /^\[\d,"[\w-]{43}"\]$/.test(line))).to.equal(true);
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
});
