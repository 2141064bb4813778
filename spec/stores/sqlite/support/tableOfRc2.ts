import { rowsOfRc2 } from '../../support/rowsOfRc2';
import type { Db } from './drivers';

/** Makes a table as 1.0.0-rc.2 made it, with its walks, each under so many names. */
export const tableOfRc2 = (db: Db, copies = 1): void => {
  db.exec(`
    create table main."pagewalk_places" (
      id text not null, part text not null, epoch integer not null, nonce text, run text not null, parts text, place text,
      pages integer not null default 0, objects integer not null default 0, round integer not null default 1,
      is_last integer not null default 0, recurs integer not null default 0, shown text,
      claimed_by text, claimed_at integer not null, kept_at integer, primary key (id, part)
    );
    insert into pagewalk_places (id, part, epoch, run, claimed_at) values ('', '', 8, 'pagewalk places 1', 0);
    begin`);
  for (let copy = 0; copy < copies; copy += 1) {
    for (const row of rowsOfRc2) {
      const own = { ...row, id: copy === 0 ? row.id : `${String(row.id)} ${copy}` };
      const columns = Object.keys(own);
      db.prepare(
        `insert into pagewalk_places (${columns.join()}) values (${columns.map(() => '?').join()})`,
      ).run(...Object.values(own));
    }
  }
  db.exec('commit');
};
