import { type Database, literal, serverTimeout } from './database';
import type { Made } from './migrating';
import { commitWithin } from './transaction';

/** The table of places in a schema. A walk in parts has a row that names them, and one for each. */
export const placesTable = ({ named }: Database): Made => {
  const places = named('places');
  const create = `
    create sequence if not exists ${named('epochs')};
    create table ${places} (
      id text collate "C" not null,
      -- Empty for the walk.
      part text collate "C" not null default '',
      epoch bigint not null,
      -- Made at random with each claim: an epoch may come twice where a database has lost its last commits.
      nonce uuid,
      run text not null,
      parts text[],
      place text,
      pages bigint not null default 0,
      objects bigint not null default 0,
      round integer not null default 1,
      is_last boolean not null default false,
      -- Whether its runs follow each other, each from the mark of the one before.
      recurs boolean not null default false,
      -- What else is shown of the place, as JSON.
      shown text,
      claimed_by text,
      claimed_at timestamptz not null default now(),
      kept_at timestamptz,
      primary key (id, part)
    );`;
  // Before version 7, the key was one column, of which version 6 had the id in `name`, and the nonce was called a mark. Only
  // places that hold marks were JSON objects, in base64.
  const upgrade = `
    drop index if exists ${named('places_walk')}, ${named('places_open')};
    alter table ${places} rename column mark to nonce;
    alter table ${places}
      add column if not exists name text,
      add column recurs boolean not null default false,
      add column shown text,
      drop constraint if exists places_of_a_later_pagewalk,
      drop constraint places_pkey;
    update ${places} set
      id = coalesce(name, walk, id), part = coalesce(part, ''), run = coalesce(run, id),
      recurs = coalesce(split_part(place, '.', 3) like 'ey%', false),
      shown = case when split_part(place, '.', 3) like 'ey%' then json_strip_nulls(json_build_object(
        'mark', convert_from(decode(split_part(place, '.', 3), 'base64'), 'UTF8')::json -> 'marks' -> 1
      ))::text end;
    alter table ${places}
      alter column part set not null, alter column part set default '', alter column run set not null,
      drop column walk, drop column name, add primary key (id, part);`;
  // Most walks are done: those that are not are looked for often.
  const index = `create index places_open on ${places} (id) where not is_last;`;
  return {
    table: 'places',
    version: 7,
    oldest: 5,
    make: (before) => (before === 0 ? create : upgrade) + index,
  };
};

/** A walk, whose part is empty, or a part of it. */
export interface Key {
  readonly id: string;
  readonly part: string;
}

/** A claim, as the statements of a transaction need it. */
export interface Fenced extends Key {
  readonly epoch: number;
  readonly nonce: string;
  /** The text of the place that must be there; null for none. */
  readonly kept: string | null;
}

/** How long a claim waits for its predecessor before it ends it: those that are well have ended by themselves then. */
const moment = '500ms';

/** Milliseconds, which neither `datestyle` nor `extra_float_digits` changes. */
export const msOf = (time: string): string => `floor(extract(epoch from ${time}) * 1000)`;

/** The statements for the places of one schema. In each, $1 and $2 are the id and the part, or $1 is the lock of both. */
export const sqlFor = (database: Pick<Database, 'schema' | 'timeout' | 'named'>) => {
  const places = database.named('places');
  const nextEpoch = `nextval(${literal(database.named('epochs'))})`;
  // Only walkers have it shared.
  const holders = (more = ''): string => `
      from pg_catalog.pg_locks as held ${more}
      where held.locktype = 'advisory' and held.objsubid = 1 and held.mode = 'ShareLock' and held.granted
        and held.database = (select oid from pg_catalog.pg_database where datname = current_database())
        and (held.classid::bigint << 32 | held.objid::bigint) = (select hashtextextended($1, 0)) and held.pid <> pg_backend_pid()`;
  const fresh = (ms: string): string =>
    `known.claimed_by is not null and ${ms}::float8 is not null and least(${[
      'claimed_at',
      'kept_at',
    ]
      .map((time) => `abs(extract(epoch from clock_timestamp() - known.${time}))`)
      .join()}) * 1000 < ${ms}::float8`;
  /** Locks are database-wide: what tells one from others is the schema, beside the walk and the part. */
  const lockOf = ({ id, part }: Key): string =>
    JSON.stringify([database.schema, id, part === '' ? null : part]);
  return {
    lockOf,
    done: `select epoch, place, run from ${places} where id = $1 and part = $2 and is_last and parts is null`,
    // The claim by $6, with the nonce $3 and the run $4: unless it is in parts, done and not $5, or was claimed or kept within
    // $7 milliseconds.
    claim: `
      insert into ${places} as known (id, part, epoch, nonce, run, claimed_by, claimed_at)
      values ($1, $2, ${nextEpoch}, $3, $4, $6, clock_timestamp())
      on conflict (id, part) do update set
        epoch = excluded.epoch, nonce = excluded.nonce, claimed_by = excluded.claimed_by, claimed_at = clock_timestamp()
        where (not known.is_last or $5) and known.parts is null and not (${fresh('$7')})
      returning epoch, place, run`,
    busy: `
      select epoch, place, run, claimed_by as "claimedBy", ${msOf('claimed_at')} as "claimedAt"
      from ${places} as known where id = $1 and part = $2 and ${fresh('$3')}`,
    known: `select parts from ${places} where id = $1 and part = ''`,
    /** Lets nobody remove the walk $1 until the transaction ends. */
    pin: `select from ${places} where id = $1 and part = '' for key share`,
    /** Opens the walk $1 in the run $2 and the parts $3, unless it is there. */
    open: `
      with opened as (
        insert into ${places} (id, epoch, run, parts) values ($1, ${nextEpoch}, $2, $3) on conflict do nothing returning id
      )
      insert into ${places} (id, part, epoch, run) select id, name, ${nextEpoch}, $2 from opened, unnest($3::text[]) as name`,
    /** Locks the walk $1 against others whose part becomes last. */
    lock: `select from ${places} where id = $1 and part = '' for no key update`,
    stands: `
      select from ${places} where id = $1 and part = $2 and epoch = $3 and nonce = $4 and place is not distinct from $5`,
    /** How many other parts of the walk $1 than $2 are not last; counted by the names of the parts. */
    unfinished: `
      select cardinality(walk.parts) - 1 - count(part.id)::integer as count
      from ${places} as walk left join ${places} as part on part.id = walk.id and part.is_last and part.part not in ('', $2)
      where walk.id = $1 and walk.part = '' group by walk.parts`,
    close: `update ${places} set is_last = true, kept_at = clock_timestamp() where id = $1 and part = ''`,
    /** Claims the walk $1 with the nonce $3 for nobody, or its part $2, and drops the places. */
    drop: `
      update ${places} set
        epoch = ${nextEpoch}, nonce = $3, claimed_by = null, place = null, pages = 0, objects = 0, round = 1, is_last = false,
        recurs = false, shown = null, kept_at = null
      where id = $1 and part = coalesce($2, part) returning id, part`,
    reopen: `update ${places} set is_last = false where id = $1 and part = ''`,
    /** Removes the walk $1, if its nonce is still $2, and then all its parts. */
    remove: `
      with gone as (delete from ${places} where id = $1 and part = '' and nonce = $2 returning id)
      delete from ${places} as part using gone where part.id = gone.id and part.part <> ''`,
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
    // The last result has a row where the claim counts and continues from the place that is there. Servers log the texts of
    // statements that fail, so this one has only the place's digest.
    begin: ({ id, part, epoch, nonce, kept }: Fenced): string => `
      begin isolation level read committed read write;
      select
        set_config('pagewalk.claim', ${literal(nonce)}, true),
        set_config('pagewalk.statement_timeout', current_setting('statement_timeout'), true),
        set_config('statement_timeout', '${serverTimeout(database)}ms', true);
      select pg_advisory_xact_lock_shared(hashtextextended(${literal(lockOf({ id, part }))}, 0));
      select set_config('statement_timeout', current_setting('pagewalk.statement_timeout'), true)
      from ${places} where id = ${literal(id)} and part = ${literal(part)} and epoch = ${epoch} and nonce = ${literal(nonce)}
        and coalesce(split_part(place, '.', 2), '') = ${literal(kept?.split('.')[1] ?? '')}`,
    /** The fence: keeps the place $6 only where the claim is $3 and $4 and the place $5, in the transaction of `begin`. */
    keep: `
      update ${places}
      set place = $6, pages = $7, objects = $8, round = $9, is_last = $10, recurs = $11, shown = $12, kept_at = clock_timestamp()
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
        and place is not distinct from $5`,
    /** The place, if the claim $3, $4 counts. Waits while another transaction has it locked. */
    current: `select place from ${places} where id = $1 and part = $2 and epoch = $3 and nonce = $4 for share`,
    holder: `select claimed_by as "claimedBy", ${msOf('claimed_at')} as "claimedAt" from ${places} where id = $1 and part = $2`,
  };
};

export type Sql = ReturnType<typeof sqlFor>;
