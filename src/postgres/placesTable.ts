import type { Limits } from './connection';
import type { Made } from './migrating';
import { namesIn } from './names';

/** The table of places in a schema. */
export const placesTable = (schema: string, { name }: Limits): Made => {
  const named = namesIn(schema, name);
  const places = named('places');
  const epochs = named('epochs');

  // A walk in parts has a row that names them, and a row for each, under a key that is made of both. Workers of versions
  // before know the column `id` as the key, so it stays the key.
  const laterColumns = [
    'run text',
    'parts text[]',
    'walk text collate "C"',
    'part text collate "C"',
    'claimed_by text',
  ];
  const open = 'places_open';
  // Most walks are done: those that are not are looked for again and again.
  const indexes = `
    create index if not exists places_walk on ${places} (walk) where walk is not null;
    create index if not exists ${open} on ${places} (id) where not is_last;`;

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
      kept_at timestamptz,
      ${laterColumns.join(', ')}
    );
    ${indexes}`;

  const addLater = `
    alter table ${places} ${laterColumns.map((column) => `add column if not exists ${column}`).join(', ')};
    ${indexes}`;

  /** The column `former` stays: workers of the first version, which write it, keep working. */
  const upgrade = `
    alter table ${places}
      add column if not exists mark uuid,
      drop constraint if exists places_epoch_key,
      alter column epoch type bigint,
      alter column id type text collate "C";
    alter sequence ${epochs} as bigint;`;

  return {
    schema,
    table: 'places',
    version: 5,
    index: open,
    make: (before) => (before === 0 ? create : `${before === 1 ? upgrade : ''}${addLater}`),
  };
};
