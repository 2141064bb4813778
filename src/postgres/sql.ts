import { type Database, literal, serverTimeout } from './database';
import type { Made } from './migrating';
import { commitWithin } from './transaction';

/**
 * The key of a walk, or of a part of it. A walk has its id, as workers of earlier versions know it, unless that could be taken
 * for another key: theirs of parts ended with a brace.
 */
export const keyOf = ({ schema }: Pick<Database, 'schema'>, id: string, part?: string): string =>
  part === undefined && !/^\[|\}$/.test(id) ? id : JSON.stringify([schema, id, part]);

const isJson = (id: string): string => `${id} ~ '^[[]|[}]$'`;

/** What `JSON.stringify([schema, id, part])` is in JavaScript. */
const jsonOf = ({ schema }: Pick<Database, 'schema'>, id: string, part = 'null::text'): string =>
  `concat(${literal(`[${JSON.stringify(schema)},`)}, to_json(${id}), ',', coalesce(to_json(${part})::text, 'null'), ']')`;

/** Of the tables. */
const version = 6;

/** The table of places in a schema. */
export const placesTable = (database: Database): Made => {
  const { named } = database;
  const places = named('places');
  const epochs = named('epochs');
  const create = `
    create sequence if not exists ${epochs};
    create table ${places} (
      id text collate "C" primary key,
      epoch bigint not null,
      -- Made at random with each claim: an epoch may come twice where a database has lost its last commits.
      mark uuid,
      place text,
      pages bigint not null default 0,
      objects bigint not null default 0,
      round integer not null default 1,
      is_last boolean not null default false,
      claimed_at timestamptz not null default now(),
      kept_at timestamptz
    );`;
  // The column `former` stays: workers of the first version, which write it, keep working.
  const upgrade = `
    alter table ${places}
      add column if not exists mark uuid,
      drop constraint if exists places_epoch_key,
      alter column epoch type bigint,
      alter column id type text collate "C";
    alter sequence ${epochs} as bigint;`;
  // A walk in parts has a row that names them, and a row for each, under a key that is made of both; `walk` is the key of the
  // first, and `name` the id. Workers of versions before know the column `id` as the key, so it stays the key. Most walks are
  // done: those that are not are looked for often.
  const later = `
    alter table ${places}
      add column if not exists run text,
      add column if not exists parts text[],
      add column if not exists walk text collate "C",
      add column if not exists part text collate "C",
      add column if not exists claimed_by text,
      add column if not exists name text collate "C";
    create index if not exists places_walk on ${places} (walk) where walk is not null;
    create index if not exists places_open on ${places} (id) where not is_last;`;
  // A worker of an earlier version, which knows no name, is refused where it would begin a part again under the key of before.
  const keyed = `
    update ${places} set name = id, id = ${jsonOf(database, 'id')} where name is null and walk is null and ${isJson('id')};
    update ${places} set
      name = walk, id = ${jsonOf(database, 'walk', 'part')},
      walk = case when ${isJson('walk')} then ${jsonOf(database, 'walk')} else walk end
    where name is null and walk is not null;
    alter table ${places}
      drop constraint if exists places_of_a_later_pagewalk,
      add constraint places_of_a_later_pagewalk check (name is not null or not ${isJson('id')});`;
  const make = (before: number): string => ([create, upgrade][before] ?? '') + later + (before < version ? keyed : '');
  return { table: 'places', version, index: 'places_open', first: 'epochs', make };
};

/** A claim, as the statements of a transaction need it. */
export interface Fenced {
  readonly id: string;
  readonly epoch: number;
  readonly nonce: string;
  /** The text of the place that must be there; null for none. */
  readonly kept: string | null;
}

/** How long a claim waits for its predecessor before it ends it: those that are well have ended by themselves then. */
const moment = '500ms';

/** Milliseconds, which no `datestyle` changes. */
export const msOf = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::float8`;

/** The statements for the places of one schema. */
export const sqlFor = (database: Pick<Database, 'schema' | 'timeout' | 'named'>) => {
  const { named } = database;
  const places = named('places');
  const nextEpoch = `nextval(${literal(named('epochs'))})`;
  // Locks are database-wide: what tells one from others is the schema, beside the walk.
  const lockOf = (key: string): string =>
    `hashtextextended(case when ${key} like '[%' then ${key} else ${jsonOf(database, key)} end, 0)`;
  // Only walkers have it shared.
  const holders = (more = ''): string => `
      from pg_catalog.pg_locks as held ${more}
      where held.locktype = 'advisory' and held.objsubid = 1 and held.mode = 'ShareLock' and held.granted
        and held.database = (select oid from pg_catalog.pg_database where datname = current_database())
        and (held.classid::bigint << 32 | held.objid::bigint) = (select ${lockOf('$1::text')}) and held.pid <> pg_backend_pid()`;
  // Nobody has claimed a part that has no mark.
  const fresh = (walk: string, ms: string): string =>
    `${walk}.mark is not null and ${ms}::float8 is not null and greatest(${walk}.claimed_at, ${walk}.kept_at) > clock_timestamp() - ${ms} * interval '1 ms'`;
  return {
    done: `select epoch, place, run from ${places} where id = $1 and is_last and parts is null`,
    // The claim of the key $1 by $5, with the nonce $2, the run $3 and the id $7: unless it is in parts, done and not $4, or
    // was claimed or kept within $6 milliseconds.
    claim: `
      insert into ${places} as known (id, epoch, mark, run, claimed_by, claimed_at, name)
      values ($1, ${nextEpoch}, $2, $3, $5, clock_timestamp(), $7)
      on conflict (id) do update set
        epoch = excluded.epoch, mark = excluded.mark, run = coalesce(known.run, excluded.run),
        claimed_by = excluded.claimed_by, claimed_at = clock_timestamp()
        where (not known.is_last or $4) and known.parts is null and not (${fresh('known', '$6')})
      returning epoch, place, run`,
    busy: `
      select epoch, place, run, claimed_by as "claimedBy", ${msOf('claimed_at')} as "claimedAt"
      from ${places} as known where id = $1 and ${fresh('known', '$2')}`,
    known: `select parts, part from ${places} where id = $1`,
    /** Lets nobody remove the walk $1 until the transaction ends. */
    pin: `select from ${places} where id = $1 for key share`,
    /** Opens the walk of the key $1 and the id $5 in the parts $4, unless it is there. */
    open: `
      insert into ${places} (id, epoch, mark, run, parts, name) values ($1, ${nextEpoch}, $2, $3, $4, $5)
      on conflict (id) do nothing`,
    openParts: `
      insert into ${places} (id, epoch, run, walk, part, name)
      select key, ${nextEpoch}, $2, $1, part, $5 from unnest($3::text[], $4::text[]) as parts (key, part)`,
    /** Locks the walk $1 against others whose part becomes last. */
    lock: `select from ${places} where id = $1 for no key update`,
    stands: `select from ${places} where id = $1 and epoch = $2 and mark = $3 and place is not distinct from $4`,
    /** How many parts of the walk $1 other than that of the key $2 are not last; counted by the names of the parts. */
    unfinished: `
      select cardinality(walk.parts) - 1 - count(part.id)::integer as count
      from ${places} as walk left join ${places} as part on part.walk = walk.id and part.is_last and part.id <> $2
      where walk.id = $1 group by walk.parts`,
    close: `update ${places} set is_last = true, kept_at = clock_timestamp() where id = $1`,
    /** Claims the walk $1 with the nonce $2, and its parts, and drops their places. */
    drop: `
      update ${places} 
      set epoch = ${nextEpoch}, mark = $2, place = null, pages = 0, objects = 0, round = 1, is_last = false, kept_at = null
      where id = $1 or walk = $1 returning id`,
    /** Removes the walk $1, if its nonce is still $2, and then all its parts. */
    remove: `
      with gone as (delete from ${places} where id = $1 and mark = $2 returning id)
      delete from ${places} as part using gone where part.walk = gone.id`,
    /** Whether the walk $1 still has the nonce $2; no claim comes after it until the transaction ends. */
    hold: `select 1 from ${places} where id = $1 and mark = $2 for update`,
    /** Waits for the end of all transactions of the walk $1, for a moment. */
    wait: `select pg_advisory_xact_lock(${lockOf('$1::text')}) from (select set_config('lock_timeout', '${moment}', true)) as waiting`,
    /** Names a role whose transactions of the walk $1 are open and may not be ended by this one. */
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
    begin: ({ id, epoch, nonce, kept }: Fenced): string => `
      begin isolation level read committed read write;
      select
        set_config('pagewalk.claim', ${literal(nonce)}, true),
        set_config('pagewalk.statement_timeout', current_setting('statement_timeout'), true),
        set_config('statement_timeout', '${serverTimeout(database)}ms', true);
      select pg_advisory_xact_lock_shared(${lockOf(`${literal(id)}::text`)});
      select set_config('statement_timeout', current_setting('pagewalk.statement_timeout'), true)
      from ${places} where id = ${literal(id)} and epoch = ${epoch} and mark = ${literal(nonce)}
        and coalesce(split_part(place, '.', 2), '') = ${literal(kept?.split('.')[1] ?? '')}`,
    /** The fence: keeps the place $4 only where the claim is $2 and $3 and the place $9, in the transaction of `begin`. */
    keep: `
      update ${places}
      set place = $4, pages = $5, objects = $6, round = $7, is_last = $8, kept_at = clock_timestamp()
      from (
        select
          set_config('lock_timeout', '${serverTimeout(database)}ms', true),
          set_config('idle_in_transaction_session_timeout', '${commitWithin(database)}ms', true),
          -- Nobody comes back to a walk that is done: a crash must not take that away.
          set_config('synchronous_commit', case
            when $8 and current_setting('synchronous_commit') <> 'remote_apply' then 'on' else current_setting('synchronous_commit')
          end, true)
      ) as limits
      where id = $1 and epoch = $2 and mark = ($3::text)::uuid and current_setting('pagewalk.claim', true) = $3
        and place is not distinct from $9`,
    /** The place of the walk $1, if the claim $2, $3 counts. Waits while another transaction has it locked. */
    current: `select place from ${places} where id = $1 and epoch = $2 and mark = $3 for share`,
    holder: `select claimed_by as "claimedBy", ${msOf('claimed_at')} as "claimedAt" from ${places} where id = $1`,
  };
};

export type Sql = ReturnType<typeof sqlFor>;
