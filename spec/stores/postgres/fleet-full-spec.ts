import { expect } from 'chai';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { differences } from '../../../examples/fleet/differences';
import { postgresPlaces } from '../../../src/postgres';
import { createStore } from '../../../src/service/store/Store';
import { root } from '../../textFiles';
import { startProxy } from './support/startProxy';
import { type Database, withDatabase } from './support/withDatabase';

const token = 'a-token-of-the-specs';

/** A process of the example, and what it has written so far. */
const startExample = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
) => {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=DeprecationWarning', '--import', 'tsx', 'examples/fleet/main.ts', ...args],
    {
      cwd: root,
      env: { ...process.env, SERVICE_TOKEN: token, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  const heard = (chunk: unknown): void => {
    text += String(chunk);
  };
  child.stdout?.on('data', heard);
  child.stderr?.on('data', heard);
  const ended = once(child, 'close').then(([code]) => code as unknown);
  return {
    text: () => text,
    ended: () => ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    said: async (what: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = what.exec(text);
        if (found !== null) return found;
        if (child.exitCode !== null)
          throw new Error(`it ended without saying ${String(what)}:\n${text}`);
        await wait(50);
      }
    },
  };
};

/** What the example's service serves. */
const storeOf = (objects: number) =>
  createStore(
    new Map([
      [
        'event',
        Array.from({ length: objects }, (_, at) => ({ id: at + 1, name: `object ${at + 1}` })),
      ],
    ]),
  );

const count = async ({ rows }: Database, what: string): Promise<unknown> =>
  (await rows(`select count(*)::integer as count from ${what}`))[0]?.count;

/** What the table and the places must be in the end, seen with other eyes than the example's own. */
const expectCopied = async (database: Database, objects: number, parts: number): Promise<void> => {
  expect(await differences(database.pool, storeOf(objects), 'event')).to.equal(undefined);
  expect(await count(database, 'pagewalk_fleet.event')).to.equal(objects);
  expect(await count(database, "pagewalk_fleet.event where walk = 'yesterday'")).to.equal(0);
  expect(await database.rows('select rows from pagewalk_fleet.deletions')).to.deep.equal([
    { rows: 5 },
  ]);
  expect(await count(database, "pagewalk_fleet.places where part <> '' and is_last")).to.equal(
    parts,
  );
  const workflows = await database.rows(
    'select name, status, count(*)::integer from pagewalk_fleet_dbos.workflow_status group by 1, 2 order by 1',
  );
  expect(workflows).to.deep.equal([
    { name: 'copyAll', status: 'SUCCESS', count: 1 },
    { name: 'copyPart', status: 'SUCCESS', count: parts },
  ]);
};

describe('examples/fleet', () => {
  // DBOS is not among the packages of this one.
  before(() => {
    const { status, stderr } = spawnSync('npm', ['ci', '--loglevel', 'error'], {
      cwd: join(root, 'examples/fleet'),
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm ci in examples/fleet failed\n${stderr}`);
  });

  it('has no wrong types', () => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', 'examples/fleet'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).to.equal('');
  });

  it('shares the parts with a worker elsewhere, does without the database for a while, and takes over what a stopped worker had', () =>
    withDatabase(async (database) => {
      const proxy = await startProxy(database.url);
      const sizes = ['--objects', '2400', '--parts', '6', '--workers', '1', '--kills', '1'];
      const fleet = startExample(sizes, { DATABASE_URL: proxy.url });
      await fleet.said(/2400 objects at .*, 6 parts, 1 workers/);
      const elsewhere = startExample(['worker', '--name', 'elsewhere'], {
        ...{ DATABASE_URL: database.url, CONCURRENT: '6', PER_MINUTE: '6000' },
      });
      try {
        // As if the database restarted, for those who reach it through the proxy.
        await fleet.said(/[2-9] s · /);
        proxy.refuse(true);
        await fleet.said(/the database does not answer|Unexpected error in pool/);
        const places = postgresPlaces(database.pool, { schema: 'pagewalk_fleet' });
        const isUnderWay = async () =>
          (await places.all()).some(
            ({ claimedBy, pages }) => claimedBy === 'elsewhere' && pages > 2,
          );
        while (!(await isUnderWay())) await wait(20);
        proxy.refuse(false);
        elsewhere.kill('SIGTERM');
        expect(await elsewhere.ended(), elsewhere.text()).to.equal(0);
        // It is not started again: the fleet is done only if it gets what this one had.
        expect(elsewhere.text())
          .to.match(/is at work[^]*stops/)
          .and.not.include('400 objects');
        expect(await fleet.ended(), fleet.text()).to.equal(0);
      } finally {
        elsewhere.kill('SIGKILL');
        fleet.kill('SIGKILL');
        await proxy.close();
      }
      expect(fleet.text()).to.match(/\n2,400 rows in \d+ s; 5 of yesterday's were deleted\.\n/);
      const wide = fleet
        .text()
        .split('\n')
        .filter((line) => line.length > 79 && !/http|database|DBOS/.test(line));
      expect(wide).to.deep.equal([]);
      await expectCopied(database, 2_400, 6);
      // Whether its check can fail at all.
      await database.rows(`
        update pagewalk_fleet.event set properties = '{}' where id = 7;
        delete from pagewalk_fleet.event where id in (8, 9);
        insert into pagewalk_fleet.event values (0, '{}', 'yesterday')`);
      expect(await differences(database.pool, storeOf(2_400), 'event')).to.equal(
        '2 missing, 1 too many, 1 with other properties',
      );
    }));

  it('law 36: walks in eight parts with five workers that are killed, and deletes once', () =>
    withDatabase(async (database) => {
      const fleet = startExample(['--objects', '2000', '--kills', '4'], {
        DATABASE_URL: database.url,
      });
      try {
        expect(await fleet.ended(), fleet.text()).to.equal(0);
      } finally {
        fleet.kill('SIGKILL');
      }
      expect(fleet.text()).to.match(/2000 objects at .*, 8 parts, 5 workers/);
      expect(fleet.text()).to.include(
        'The table equals the store, and what was gone was deleted once.',
      );
      expect(fleet.text()).to.match(/[1-4] workers killed: parts continued \d+ times, and began/);
      await expectCopied(database, 2_000, 8);
    }));

  it('gives the parts of a machine that is gone to the others', () =>
    withDatabase(async (database) => {
      const sizes = ['--objects', '1200', '--parts', '4', '--workers', '1', '--kills', '0'];
      const environment = { DATABASE_URL: database.url };
      const fleet = startExample(sizes, environment);
      await fleet.said(/1200 objects/);
      const limits = { CONCURRENT: '6', PER_MINUTE: '6000' };
      const lost = startExample(['worker', '--name', 'lost'], { ...environment, ...limits });
      try {
        await lost.said(/is at work/);
        while (
          (await count(
            database,
            "pagewalk_fleet_dbos.workflow_status where executor_id = 'lost' and status = 'PENDING'",
          )) === 0
        )
          await wait(50);
        lost.kill('SIGKILL');
        await lost.ended();
        const handed = startExample(['hand-over', '--name', 'lost'], environment);
        expect(await handed.ended(), handed.text()).to.equal(0);
        expect(await fleet.ended(), fleet.text()).to.equal(0);
      } finally {
        lost.kill('SIGKILL');
        fleet.kill('SIGKILL');
      }
      await expectCopied(database, 1_200, 4);
    }));
});
