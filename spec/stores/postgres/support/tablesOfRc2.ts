/** The tables of version 7 of `postgresPlaces`, of 1.0.0-rc.2, in the schema `pagewalk`. */
export const tablesOfRc2 = `
  create schema pagewalk;
  create sequence pagewalk.epochs start 100;
  create table pagewalk.places (
    id text collate "C" not null,
    part text collate "C" not null default '',
    epoch bigint not null,
    nonce uuid,
    run text not null,
    parts text[],
    place text,
    pages bigint not null default 0,
    objects bigint not null default 0,
    round integer not null default 1,
    is_last boolean not null default false,
    recurs boolean not null default false,
    shown text,
    claimed_by text,
    claimed_at timestamptz not null default now(),
    kept_at timestamptz,
    primary key (id, part)
  );
  create index places_open on pagewalk.places (id) where not is_last;
  create table pagewalk.versions (made text primary key, version integer not null);
  grant select on pagewalk.versions to public;
  insert into pagewalk.versions values ('places', 7);`;

/** Puts rows into them, which are given as JSON with the columns of `rowsOfRc2`. */
export const rowsIntoRc2 = `
  insert into pagewalk.places
  select id, part, epoch, nonce, run,
    (select array_agg(name) from json_array_elements_text(parts::json) as name),
    place, pages, objects, round, is_last = 1, recurs = 1, shown, claimed_by,
    to_timestamp(claimed_at / 1000.0), to_timestamp(kept_at / 1000.0)
  from json_to_recordset($1::json) as kept(
    id text, part text, epoch bigint, nonce uuid, run text, parts text, place text, pages bigint, objects bigint, round integer,
    is_last integer, recurs integer, shown text, claimed_by text, claimed_at bigint, kept_at bigint
  )`;

/** What a walker of 1.0.0-rc.2 sends to claim the walk $1. */
export const claimOfRc2 = `
  insert into pagewalk.places as known (id, part, epoch, nonce, run, claimed_by, claimed_at)
  values ($1, '', nextval('pagewalk.epochs'), gen_random_uuid(), 'run', 'rc.2', clock_timestamp())
  on conflict (id, part) do update set
    epoch = excluded.epoch, nonce = excluded.nonce, claimed_by = excluded.claimed_by, claimed_at = clock_timestamp()
    where known.parts is null
  returning epoch, place, run`;
