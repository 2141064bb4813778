/** Postgres cuts longer names off, so that two of them could become one. */
const maxNameBytes = 63;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The statements for the places of one schema. */
export interface Sql {
  readonly exists: string;
  readonly migrate: string;
  /** Claims the walk $1; waits no longer than half a second for whoever has locked its row. */
  readonly claim: string;
  /** The epochs of the walk $1 that may still have a transaction open. */
  readonly epochs: string;
  /** Ends the transactions of the epochs $1. */
  readonly terminate: string;
  /** Opens the transaction in which the place of an epoch is kept. */
  readonly begin: (epoch: number) => string;
  /**
   * Keeps the place of the walk $1: the fence. Only where $2 is its epoch, and in the transaction that `begin` opened ($8).
   * The place is a parameter, not part of the text: servers log the texts of statements that fail.
   */
  readonly keep: string;
  readonly current: string;
  readonly all: string;
  readonly forget: string;
}

/** A string as part of a statement, whatever the server's settings say about backslashes. */
const text = (value: string): string => `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const waitNoLonger = `set_config('lock_timeout', '500ms', true)`;

export const sqlFor = (schema: string): Sql => {
  if (schema === '' || schema.includes('\0') || new TextEncoder().encode(schema).length > maxNameBytes) {
    throw new TypeError(`postgresPlaces: schema must be a name of 1 to ${maxNameBytes} bytes without a NUL`);
  }
  const places = `${quoted(schema)}.places`;
  const epochs = `${quoted(schema)}.epochs`;
  const nextEpoch = `nextval(${text(epochs)})`;
  // Locks are database-wide: what tells one from others is the schema, beside the epoch.
  const lock = `hashtext(${text(`pagewalk places of ${schema}`)})`;
  return {
    exists: `select to_regclass(${text(places)}) is not null as "exists"`,
    migrate: `
      select pg_advisory_xact_lock(${lock}, 0);
      -- Reading a table is what makes known here what others have made while this one waited.
      select from pg_catalog.pg_namespace limit 0;
      create schema if not exists ${quoted(schema)};
      create sequence if not exists ${epochs} as integer;
      create table if not exists ${places} (
        id text primary key,
        epoch integer not null unique,
        -- The epochs whose transactions the next claim has to end, until a place is kept after it.
        former integer[] not null default '{}',
        place text,
        pages bigint not null default 0,
        objects bigint not null default 0,
        round integer not null default 1,
        is_last boolean not null default false,
        claimed_at timestamptz not null default now(),
        kept_at timestamptz
      );`,
    claim: `
      insert into ${places} as known (id, epoch) select $1, ${nextEpoch} from (select ${waitNoLonger}) as waiting
      on conflict (id) do update
        set epoch = ${nextEpoch}, former = known.former || known.epoch, claimed_at = now()
      returning epoch, former, place`,
    epochs: `select former || epoch as former from ${places} where id = $1`,
    terminate: `
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objsubid = 2 and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint = ${lock}::bigint & 4294967295 and objid::bigint = any($1::bigint[])`,
    begin: (epoch) => `
      begin isolation level read committed;
      select set_config('pagewalk.epoch', '${epoch}', true), pg_advisory_xact_lock_shared(${lock}, ${epoch});
      select 1 from ${places} where epoch = ${epoch}`,
    keep: `
      update ${places}
      set place = $3, pages = $4, objects = $5, round = $6, is_last = $7, kept_at = now(), former = '{}'
      where id = $1 and epoch = $2 and current_setting('pagewalk.epoch', true) = $8`,
    current: `select 1 from ${places} where id = $1 and epoch = $2`,
    all: `
      select id, pages, objects, round, is_last as "isLast", claimed_at as "claimedAt", kept_at as "keptAt"
      from ${places} order by id`,
    forget: `
      delete from ${places} using (select ${waitNoLonger}) as waiting where id = $1
      returning former || epoch as former`,
  };
};
