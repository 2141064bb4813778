/** The tables of version 5 of `postgresPlaces`, in the schema `pagewalk`. */
export const fifthTables = `
  create schema pagewalk;
  create sequence pagewalk.epochs;
  create table pagewalk.places (
    id text collate "C" primary key,
    epoch bigint not null,
    mark uuid,
    place text,
    pages bigint not null default 0,
    objects bigint not null default 0,
    round integer not null default 1,
    is_last boolean not null default false,
    claimed_at timestamptz not null default now(),
    kept_at timestamptz,
    run text,
    parts text[],
    walk text collate "C",
    part text collate "C",
    claimed_by text
  );
  create index places_walk on pagewalk.places (walk) where walk is not null;
  create index places_open on pagewalk.places (id) where not is_last;
  create table pagewalk.versions (made text primary key, version integer not null);
  grant select on pagewalk.versions to public;
  insert into pagewalk.versions values ('places', 5);`;

/** The row of a walk $1 with the place $2 and its pages $3, as a worker of that version wrote it. */
export const fifthWalk = `
  insert into pagewalk.places (id, epoch, mark, run, place, pages, parts)
  values ($1, nextval('pagewalk.epochs'), gen_random_uuid(), 'run', $2, $3, $4)
  on conflict (id) do update set epoch = excluded.epoch, mark = excluded.mark`;

/** The row of the part $2 of the walk $1. */
export const fifthPart = `
  insert into pagewalk.places (id, epoch, mark, run, place, pages, walk, part)
  values ($5, nextval('pagewalk.epochs'), gen_random_uuid(), 'run', $3, $4, $1, $2)`;

export const fifthKey = (id: string, part: string): string => `${id} ${JSON.stringify({ part })}`;

const isJson = (id: string): string => `${id} ~ '^[[]|[}]$'`;
const jsonOf = (id: string, part: string): string =>
  `concat('["pagewalk",', to_json(${id}), ',', coalesce(to_json(${part})::text, 'null'), ']')`;

/** What version 6 made of them. */
export const sixthTables = `
  alter table pagewalk.places add column name text collate "C";
  update pagewalk.places set name = id, id = ${jsonOf('id', 'null::text')} where walk is null and ${isJson('id')};
  update pagewalk.places set
    name = walk, id = ${jsonOf('walk', 'part')},
    walk = case when ${isJson('walk')} then ${jsonOf('walk', 'null::text')} else walk end
  where name is null and walk is not null;
  alter table pagewalk.places add constraint places_of_a_later_pagewalk check (name is not null or not ${isJson('id')});
  update pagewalk.versions set version = 6;`;
