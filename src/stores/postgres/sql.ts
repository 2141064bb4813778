import { type Database, literal, serverTimeout } from './database';
import type { Made } from './migrating';
import { commitWithin } from './transaction';

/** The table of places in a schema. A walk in parts has a row that names them, and one for each. */
export const placesTable = ({ named }: Database): Made => {
  const places = named('places');
  // Most walks are done: those that are not are looked for often.
  const create = `
    create sequence if not exists ${named('epochs')};
    create table ${places} (
      id text collate "C" not null,
      -- Empty for the walk.
      part text collate "C" not null default '',
      epoch bigint not null,
      -- Made at random with each claim: an epoch may come twice where a database has lost its last commits.
      nonce uuid,
      -- The run of a walk that version 7 began.
      run text,
      parts text[],
      text text,
      pages bigint not null default 0,
      objects bigint not null default 0,
      round integer not null default 1,
      is_last boolean not null default false,
      -- Whether its runs follow each other, each from what the one before has come to.
      recurs boolean not null default false,
      -- What else is shown of the place, as JSON.
      shown text,
      claimed_by text,
      claimed_at timestamptz not null default now(),
      kept_at timestamptz,
      primary key (id, part)
    );
    create index places_open on ${places} (id) where not is_last;`;
  // Version 7 is that of 1.0.0-rc.2. The column that has another name ends all that it still runs. The walks that it had are free.
  const upgrade = `
    alter table ${places} rename column place to text;
    alter table ${places} alter column run drop not null;
    update ${places} set
      epoch = nextval(${literal(named('epochs'))}), nonce = gen_random_uuid(), claimed_by = null, is_last = false
    where not is_last or parts is not null;`;
  return {
    table: 'places',
    version: 8,
    oldest: 7,
    make: (before) => (before === 0 ? create : upgrade),
  };
};

/** A walk, whose part is empty, or a part of it. */
export interface RowKey {
  readonly id: string;
  readonly part: string;
}

/** A claim, as the statements of a transaction need it. */
export interface Fenced extends RowKey {
  readonly epoch: number;
  readonly nonce: string;
  /** The text that must be there; null for none. */
  readonly text: string | null;
}

/** How long a claim waits for its predecessor before it ends it: those that are well have ended by themselves then. */
const moment = '500ms';

/** Milliseconds, which neither `datestyle` nor `extra_float_digits` changes. */
const msOf = (time: string): string => `floor(extract(epoch from ${time}) * 1000)`;

/** The statements for the places of one schema. In each, $1 and $2 are the id and the part, or $1 is the lock of both. */
export const sqlFor = (database: Pick<Database, 'schema' | 'timeout' | 'named'>) => {
  const places = database.named('places');
  const nextEpoch = `nextval(${literal(database.named('epochs'))})`;
  /** A row as JSON: what drivers make of numbers and times is a setting. */
  const rowOf = (own: string): string => `
    json_build_object(
      'id', ${own}.id, 'part', ${own}.part, 'epoch', ${own}.epoch, 'nonce', ${own}.nonce, 'run', ${own}.run, 'text', ${own}.text,
      'parts', (select to_json(walk.parts) from ${places} as walk where ${own}.part <> '' and walk.id = ${own}.id and walk.part = ''),
      'pages', ${own}.pages, 'objects', ${own}.objects, 'round', ${own}.round, 'isLast', ${own}.is_last, 'recurs', ${own}.recurs,
      'shown', ${own}.shown, 'claimedBy', ${own}.claimed_by, 'claimedAt', ${msOf(`${own}.claimed_at`)},
      'keptAt', ${msOf(`${own}.kept_at`)}, 'now', ${msOf('clock_timestamp()')})::text as row`;
  // Only walkers have it shared.
  const holders = (more = ''): string => `
      from pg_catalog.pg_locks as held ${more}
      where held.locktype = 'advisory' and held.objsubid = 1 and held.mode = 'ShareLock' and held.granted
        and held.database = (select oid from pg_catalog.pg_database where datname = current_database())
        and (held.classid::bigint << 32 | held.objid::bigint) = (select hashtextextended($1, 0)) and held.pid <> pg_backend_pid()`;
  /** Locks are database-wide: what tells one from others is the schema, beside the walk and the part. */
  const lockOf = ({ id, part }: RowKey): string =>
    JSON.stringify([database.schema, id, part === '' ? null : part]);
  return {
    lockOf,
    /** The rows of the walk $1. */
    walk: `select ${rowOf('own')} from ${places} as own where id = $1 and parts is null order by part`,
    /** The rows of $1 walks after $2 with ids like $3, which were kept before $4 milliseconds. Conditions are words, for the index. */
    walks: ({
      isLast,
      recurs,
    }: {
      readonly isLast?: boolean | undefined;
      readonly recurs?: boolean | undefined;
    }): string => {
      const is = (column: string, wanted: boolean | undefined): string =>
        wanted === undefined ? '' : `and ${wanted ? '' : 'not'} ${column}`;
      return `
        with found as (
          select * from ${places} where parts is null and id > $2 and id like $3
            and ($4::float8 is null or kept_at < to_timestamp($4::float8 / 1000)) ${is('is_last', isLast)} ${is('recurs', recurs)}
        )
        select ${rowOf('own')} from found as own
        where id in (select distinct id from found order by id limit $1) order by id, part`;
    },
    /** Opens the walk $1 in the parts $2, unless it is there. */
    open: `
      with opened as (
        insert into ${places} (id, epoch, parts) select $1::text, ${nextEpoch}, $2::text[]
        where not exists (select from ${places} where id = $1 and part = '') on conflict do nothing returning id
      )
      insert into ${places} (id, part, epoch) select id, name, ${nextEpoch} from opened, unnest($2::text[]) as name`,
    /** Whether the walk $1 is in the parts $2; nobody removes it until the transaction ends. */
    pin: `select from ${places} where id = $1 and part = '' and parts = $2 for key share`,
    /** The claim by $4, with the nonce $3: unless it is in parts, or has another epoch than $5 and not this nonce already. */
    claim: `
      insert into ${places} as own (id, part, epoch, nonce, claimed_by, claimed_at)
      select $1::text, $2::text, ${nextEpoch}, $3::uuid, $4::text, clock_timestamp()
      where $5::bigint is null or $5 = coalesce(
        (select case when nonce = $3 then $5 else epoch end from ${places} where id = $1 and part = $2), 0)
      on conflict (id, part) do update set
        epoch = excluded.epoch, nonce = excluded.nonce, claimed_by = excluded.claimed_by, claimed_at = clock_timestamp()
        where own.parts is null and ($5::bigint is null or own.epoch = $5 or own.nonce = $3)
      returning ${rowOf('own')}`,
    /** Locks the walk $1 against others whose part becomes last. */
    lock: `select from ${places} where id = $1 and part = '' for no key update`,
    stands: `
      select from ${places} where id = $1 and part = $2 and epoch = $3 and nonce = $4 and text is not distinct from $5`,
    /** Locks the walks $1, as who claims a part of them does. */
    lockAll: `select from ${places} where id = any($1::text[]) and part = '' order by id for update`,
    /** Makes rows with the ids $1, parts $2, epochs $3 and texts $4 as if nobody had claimed them, with the nonce $5. */
    empty: `
      update ${places} as own set
        epoch = ${nextEpoch}, nonce = $5, run = null, claimed_by = null, text = null, pages = 0, objects = 0, round = 1,
        is_last = false, recurs = false, shown = null, kept_at = null
      from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) as known(id, part, epoch, text)
      where own.id = known.id and own.part = known.part and own.epoch = known.epoch and own.text is not distinct from known.text
      returning own.id, own.part`,
    /** Removes those of the walks $1 whose rows all have the nonce $2. */
    remove: `
      delete from ${places} as gone where id = any($1::text[]) and not exists (
        select from ${places} as own where own.id = gone.id and own.parts is null and own.nonce is distinct from $2::uuid
      )`,
    /** Whether the nonce is still $3; no claim comes after it until the transaction ends. */
    hold: `select 1 from ${places} where id = $1 and part = $2 and nonce = $3 for update`,
    /** Waits for the end of all transactions that have the lock $1, for a moment. */
    wait: `select pg_advisory_xact_lock(hashtextextended($1, 0)) from (select set_config('lock_timeout', '${moment}', true)) as waiting`,
    /** Names a role whose transactions have the lock $1 and may not be ended by this one. */
    untouchable: `
      select holder.rolname as role
      ${holders(`
        join pg_catalog.pg_stat_activity as session using (pid)
        join pg_catalog.pg_roles as holder on holder.oid = session.usesysid
        join pg_catalog.pg_roles as own on own.rolname = current_user`)}
        and not own.rolsuper
        and (holder.rolsuper or not (pg_has_role(holder.oid, 'usage') or pg_has_role('pg_signal_backend', 'usage')))
      limit 1`,
    terminate: `select pg_terminate_backend(held.pid) ${holders()}`,
    // The last result has a row where the claim counts and continues from the text that is there. Servers log the texts of
    // statements that fail, so this one has only the digest of that text.
    begin: ({ id, part, epoch, nonce, text }: Fenced): string => `
      begin isolation level read committed read write;
      select
        set_config('pagewalk.claim', ${literal(nonce)}, true),
        set_config('pagewalk.statement_timeout', current_setting('statement_timeout'), true),
        set_config('statement_timeout', '${serverTimeout(database)}ms', true);
      select pg_advisory_xact_lock_shared(hashtextextended(${literal(lockOf({ id, part }))}, 0));
      select set_config('statement_timeout', current_setting('pagewalk.statement_timeout'), true)
      from ${places} where id = ${literal(id)} and part = ${literal(part)} and epoch = ${epoch} and nonce = ${literal(nonce)}
        and coalesce(split_part(text, '.', 2), '') = ${literal(text?.split('.')[1] ?? '')}`,
    /** The fence: keeps the text $6 only where the claim is $3 and $4 and the text $5, in the transaction of `begin`. */
    keep: `
      update ${places}
      set text = $6, pages = $7, objects = $8, round = $9, is_last = $10, recurs = $11, shown = $12,
        kept_at = case when $13 then clock_timestamp() else kept_at end
      from (
        select
          set_config('lock_timeout', '${serverTimeout(database)}ms', true),
          set_config('idle_in_transaction_session_timeout', '${commitWithin(database)}ms', true),
          -- Nobody comes back to a walk that is done: a crash must not take that away.
          set_config('synchronous_commit', case
            when $10 and current_setting('synchronous_commit') <> 'remote_apply' then 'on' else current_setting('synchronous_commit')
          end, true)
      ) as limits
      where id = $1 and part = $2 and epoch = $3 and nonce = ($4::text)::uuid and current_setting('pagewalk.claim', true) = $4
        and text is not distinct from $5`,
    /** The row, if the claim $3, $4 counts. Waits while another transaction has it locked. */
    current: `
      select ${rowOf('own')} from ${places} as own where id = $1 and part = $2 and epoch = $3 and nonce = $4 for share`,
    there: `select ${rowOf('own')} from ${places} as own where id = $1 and part = $2`,
  };
};

/** A schema with places, and the statements for them. */
export interface PlacesSchema {
  readonly database: Database;
  readonly sql: ReturnType<typeof sqlFor>;
}
