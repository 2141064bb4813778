import { expect } from 'chai';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { differences } from '../../examples/fleet/differences';
import { createStore } from '../../src/service/store/Store';
import { root } from '../textFiles';
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
    ['--import', 'tsx', 'examples/fleet/main.ts', ...args],
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
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
};

const perType = 400;
const types = ['type_01', 'type_02', 'type_03', 'type_04', 'type_05', 'type_06'];

/** What the example's services serve. */
const storeOf = (objectTypes: ReadonlyArray<string>, objects: number) =>
  createStore(
    new Map(
      objectTypes.map((objectType, index) => [
        objectType,
        Array.from({ length: objects }, (_, at) => ({
          id: at + 1,
          name: `object ${at + 1}`,
          type: index + 1,
        })),
      ]),
    ),
  );

const store = storeOf(types, perType);

const count = async ({ rows }: Database, what: string): Promise<unknown> =>
  (await rows(`select count(*)::integer as count from ${what}`))[0]?.count;

describe('examples/fleet', () => {
  // pg-boss is not among the packages of this one: it asks for a later Node than this one supports.
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

  it('copies every object type though workers are killed and the database goes away, shares the work, and checks the tables', () =>
    withDatabase(async (database) => {
      const proxy = await startProxy(database.url);
      const fleet = startExample(
        ['--types', '6', '--objects', String(perType), '--workers', '1', '--kills', '1'],
        {
          DATABASE_URL: proxy.url,
        },
      );
      await fleet.said(/6 object types of 400 objects, 1 workers/);
      const elsewhere = startExample(['worker', '--name', 'elsewhere'], {
        ...{ DATABASE_URL: database.url, ONTOLOGY_RID: 'ri.ontology.main' },
        ...{ CONCURRENT: '6', PER_MINUTE: '6000', WALKS: '1' },
      });
      try {
        // As if the database restarted, for those who reach it through the proxy.
        await fleet.said(/[2-9] s · /);
        proxy.refuse(true);
        await fleet.said(/the database does not answer/);
        // Meanwhile the other worker, which has no proxy, has the queue to itself, however late it has begun.
        await elsewhere.said(/is done, 400 objects/);
        proxy.refuse(false);
        // By hand, without a word to the fleet.
        elsewhere.kill('SIGTERM');
        expect(await elsewhere.ended(), elsewhere.text()).to.equal(0);
        expect(await fleet.ended(), fleet.text()).to.equal(0);
        expect(fleet.text())
          .to.include('The 6 tables equal the store.')
          .and.include(`2,400 rows in`);
        expect(fleet.text()).to.match(
          /; 30 of yesterday's were deleted\.\n[1-9]\d* workers killed: \d+ walks went on, \d+ began/,
        );
        expect(fleet.text()).to.match(
          /worker \d+ was killed; its (walk waits|\d walks wait) 10 s or more for the queue/,
        );
        const wide = fleet
          .text()
          .split('\n')
          .filter(
            (line) => line.length > 79 && !line.includes('http') && !line.includes('database'),
          );
        expect(wide).to.deep.equal([]);
        expect(elsewhere.text(), 'the other worker did some of it').to.match(
          /at work[^]* is done, 400 objects[^]*stops/,
        );
      } finally {
        elsewhere.kill('SIGKILL');
        fleet.kill('SIGKILL');
        await proxy.close();
      }
      // Seen with other eyes than the example's own.
      expect(await differences(database.pool, store)).to.deep.equal([]);
      for (const type of types) {
        expect(await count(database, `pagewalk_fleet.${type}`), type).to.equal(perType);
        expect(
          await count(database, `pagewalk_fleet.${type} where walk = 'yesterday'`),
          type,
        ).to.equal(0);
      }
      expect(await count(database, 'pagewalk_fleet.places where is_last')).to.equal(6);
      // Whether its check can fail at all.
      await database.rows(`
        update pagewalk_fleet.type_02 set properties = '{}' where id = 7;
        delete from pagewalk_fleet.type_02 where id in (8, 9);
        insert into pagewalk_fleet.type_03 values (0, '{}', 'yesterday', 1)`);
      expect(await differences(database.pool, store)).to.deep.equal([
        'type_02: 2 missing, 0 too many, 1 with other properties',
        'type_03: 0 missing, 1 too many, 0 with other properties',
      ]);
    }));

  it('law 36: walks one object type in eight parts with five workers that are killed, and deletes once', () =>
    withDatabase(async (database) => {
      const fleet = startExample(['--parts', '8', '--objects', '2000', '--kills', '3'], {
        DATABASE_URL: database.url,
      });
      try {
        expect(await fleet.ended(), fleet.text()).to.equal(0);
      } finally {
        fleet.kill('SIGKILL');
      }
      expect(fleet.text()).to.include('1 object type of 2000 objects in 8 parts, 5 workers');
      expect(fleet.text()).to.include(
        'The table equals the store, and what was gone was deleted once.',
      );
      expect(fleet.text()).to.match(
        /2,000 rows in \d+ s; 5 of yesterday's were deleted\.\n[1-3] workers killed/,
      );
      // Seen with other eyes than the example's own.
      expect(await differences(database.pool, storeOf(['type_01'], 2_000))).to.deep.equal([]);
      expect(await count(database, `pagewalk_fleet.type_01 where walk = 'yesterday'`)).to.equal(0);
      expect(await database.rows('select rows from pagewalk_fleet.deletions')).to.deep.equal([
        { rows: 5 },
      ]);
      expect(await count(database, "pagewalk_fleet.places where part <> '' and is_last")).to.equal(
        8,
      );
    }));
});
