import Database from 'libsql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inDirectory } from '../support/inDirectory';
import { type Copies, spendNights, strategies } from './support/nights';
import type { Copied } from './support/nightsWorker';

/** What the lines of a file come to. */
const copiesIn = (log: string): Copies => {
  const rows = new Map<number, Copied['rows'][number]>();
  const written = readFileSync(log, 'utf8').trim().split('\n');
  for (const line of written) {
    const said = JSON.parse(line) as Copied | { readonly runs: ReadonlyArray<string> };
    if ('runs' in said) {
      for (const { id, run } of [...rows.values()]) if (!said.runs.includes(run)) rows.delete(id);
      continue;
    }
    for (const row of said.rows) rows.set(row.id, row);
    for (const id of said.gone) rows.delete(id);
  }
  return new Map([...rows.values()].map(({ id, version }) => [id, version]));
};

describe('thirty nights with kill -9, against the truth', function () {
  this.timeout(1_200_000);
  for (const strategy of strategies) {
    it(`files, ${strategy}`, () =>
      inDirectory(async (where) => {
        const happened = await spendNights({ strategy, store: 'files', where }, () =>
          Promise.resolve(copiesIn(join(where, 'log'))),
        );
        if (this.ctx.test) this.ctx.test.title += `: ${happened}`;
      }));

    it(`SQLite, ${strategy}`, () =>
      inDirectory(async (directory) => {
        const where = join(directory, 'spec.db');
        const copies = (): Promise<Copies> => {
          const db = new Database(where);
          const rows = db.prepare('select id, version from copies').all() as Copied['rows'];
          db.close();
          return Promise.resolve(new Map(rows.map(({ id, version }) => [id, version])));
        };
        const happened = await spendNights({ strategy, store: 'sqlite', where }, copies);
        if (this.ctx.test) this.ctx.test.title += `: ${happened}`;
      }));
  }
});
