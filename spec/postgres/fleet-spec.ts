import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { differences } from '../../examples/fleet/differences';
import { createStore } from '../../src/service/store/Store';
import { root } from '../textFiles';
import { type Database, withDatabase } from './support/withDatabase';

const token = 'a-token-of-the-specs';

/** A process of the example, and what it has written so far. */
const startExample = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) => {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'examples/fleet/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, SERVICE_TOKEN: token, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
    kill: () => child.kill('SIGKILL'),
    said: async (what: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = what.exec(text);
        if (found !== null) return found;
        if (child.exitCode !== null) throw new Error(`it ended without saying ${String(what)}:\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
};

const perType = 400;
const types = ['type_01', 'type_02', 'type_03', 'type_04', 'type_05', 'type_06'];

/** What the example's service serves. */
const store = createStore(
  new Map(
    types.map((objectType, index) => [
      objectType,
      Array.from({ length: perType }, (_, at) => ({ id: at + 1, name: `object ${at + 1}`, type: index + 1 })),
    ]),
  ),
);

const count = async ({ rows }: Database, what: string): Promise<unknown> =>
  (await rows(`select count(*)::integer as count from ${what}`))[0]?.count;

describe('examples/fleet', function () {
  this.timeout(180_000);

  it('copies every object type though a worker is killed, shares the work with a worker of another machine, and checks the tables', () =>
    withDatabase(async (database) => {
      const fleet = startExample(
        ['--types', '6', '--objects', String(perType), '--workers', '1', '--others', '1', '--kills', '1'],
        { DATABASE_URL: database.url },
      );
      const [, url = ''] = await fleet.said(/at (http:\S+), 2 workers/);
      const elsewhere = startExample(['worker', '--name', 'elsewhere'], {
        ...{ DATABASE_URL: database.url, SERVICE_URL: url, ONTOLOGY_RID: 'ri.ontology.main' },
        ...{ CONCURRENT: '1', PER_MINUTE: '3000' },
      });
      try {
        expect(await fleet.ended(), fleet.text()).to.equal(0);
        expect(fleet.text()).to.include('The 6 tables equal the store.').and.include('1 killed');
        expect(elsewhere.text(), 'the other worker did some of it').to.match(/type_0\d is done, 400 objects/);
      } finally {
        elsewhere.kill();
        fleet.kill();
      }
      // Seen with other eyes than the example's own.
      expect(await differences(database.pool, store)).to.deep.equal([]);
      for (const type of types) {
        expect(await count(database, `pagewalk_fleet.${type}`), type).to.equal(perType);
        expect(await count(database, `pagewalk_fleet.${type} where walk = 'yesterday'`), type).to.equal(0);
      }
      expect(await count(database, 'pagewalk_fleet.places where is_last')).to.equal(6);
      expect(await count(database, 'pagewalk_fleet.places where round > 1'), 'who was killed').to.be.above(0);
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
});
