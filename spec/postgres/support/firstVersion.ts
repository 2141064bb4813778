import type { Pool } from 'pg';

/** What the first version of `postgresPlaces` made, and the statements of its workers, in the schema `pagewalk`. */
const lock = `hashtext('pagewalk places of pagewalk')`;

export const firstTables = `
  create schema pagewalk;
  create sequence pagewalk.epochs as integer;
  create table pagewalk.places (
    id text primary key,
    epoch integer not null unique,
    former integer[] not null default '{}',
    place text,
    pages bigint not null default 0,
    objects bigint not null default 0,
    round integer not null default 1,
    is_last boolean not null default false,
    claimed_at timestamptz not null default now(),
    kept_at timestamptz
  );`;

/** A worker of the first version. */
export const firstWorker = (pool: Pool) => ({
  claim: async (id: string): Promise<unknown> => {
    const { rows } = await pool.query<{ readonly epoch: unknown }>(
      `insert into pagewalk.places as known (id, epoch)
       select $1, nextval('pagewalk.epochs') from (select set_config('lock_timeout', '500ms', true)) as waiting
       on conflict (id) do update
         set epoch = nextval('pagewalk.epochs'), former = known.former || known.epoch, claimed_at = now()
       returning epoch, former, place`,
      [id],
    );
    return rows[0]?.epoch;
  },
  /** Whether the place was kept. */
  keep: async (id: string, epoch: unknown, place: string, pages: number): Promise<boolean> => {
    const client = await pool.connect();
    try {
      await client.query(`
        begin isolation level read committed;
        select set_config('pagewalk.epoch', '${String(epoch)}', true), pg_advisory_xact_lock_shared(${lock}, ${String(epoch)});
        select 1 from pagewalk.places where epoch = ${String(epoch)}`);
      await client.query('insert into sink values ($1)', [pages]);
      const { rowCount } = await client.query(
        `update pagewalk.places
         set place = $3, pages = $4, objects = $5, round = $6, is_last = $7, kept_at = now(), former = '{}'
         where id = $1 and epoch = $2 and current_setting('pagewalk.epoch', true) = $8`,
        [id, epoch, place, pages, pages, 1, false, String(epoch)],
      );
      await client.query(rowCount === 1 ? 'commit' : 'rollback');
      return rowCount === 1;
    } finally {
      client.release();
    }
  },
});
