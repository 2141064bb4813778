import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { appendFileSync } from 'node:fs';
import { Pool, type PoolClient } from 'pg';
import type { Observable } from 'rxjs';
import {
  createClient,
  durable,
  endpoint,
  fetchTransport,
  type ObjectRecord,
  type Page,
} from '../../../../src/index';
import { filePlaces } from '../../../../src/stores/files/filePlaces';
import { postgresPlaces } from '../../../../src/postgres';
import type { DurableOptions } from '../../../../src/walk/durable/durable';

/** What a worker copies, and where: lines of a file, or rows of a table. */
export type MarkTask = { readonly service: string } & (
  { readonly directory: string; readonly log: string } | { readonly url: string }
);

const Thing = t.type({ id: t.number, updatedAt: t.string, version: t.number });
type Thing = t.TypeOf<typeof Thing>;

const things = endpoint({
  name: 'things',
  revision: '1.0',
  method: 'GET',
  path: '/api/v1/ontologies/ri.ontology.main/objects/thing',
  snapshot: true,
  fields: { updatedAfter: t.string },
});

const task = JSON.parse(process.argv[2] ?? '') as MarkTask;
const client = createClient({ transport: fetchTransport({ baseURL: task.service }) });

const common = {
  id: 'things',
  pages: ({ mark, ...start }) =>
    client.pages(things, {
      properties: Thing,
      snapshot: true,
      updatedAfter: String(mark ?? ''),
      ...start,
    }),
  mark: { of: ({ properties }) => properties.updatedAt, first: '' },
} satisfies Partial<DurableOptions<ObjectRecord<Thing>, unknown>>;

const versionsOf = ({
  data,
}: Page<ObjectRecord<Thing>>): ReadonlyArray<readonly [number, number]> =>
  data.filter(E.isRight).map(({ right: { properties } }) => [properties.id, properties.version]);

const inFiles = (directory: string, log: string) =>
  durable({
    ...common,
    places: filePlaces(directory),
    work: (page) => {
      const lines = versionsOf(page).map((each) => `${each.join(' ')}\n`);
      appendFileSync(log, lines.join(''));
      return [];
    },
  });

const inPostgres = (pool: Pool) =>
  durable({
    ...common,
    places: postgresPlaces(pool),
    work: async (page, transaction: PoolClient) => {
      for (const each of versionsOf(page)) {
        await transaction.query(
          'insert into copies values ($1, $2) on conflict (id) do update set version = $2',
          [...each],
        );
      }
    },
  });

const run = (
  walk: Observable<E.Either<{ readonly _tag: string }, unknown>>,
  close?: () => Promise<void>,
): void => {
  walk.subscribe({
    next: (result) => process.stdout.write(`${E.isLeft(result) ? result.left._tag : 'kept'}\n`),
    error: (error: unknown) => process.stdout.write(`failed ${String(error)}\n`),
    complete: () => {
      process.stdout.write('end\n');
      void close?.();
    },
  });
};

if ('directory' in task) run(inFiles(task.directory, task.log));
else {
  const pool = new Pool({ connectionString: task.url });
  run(inPostgres(pool), () => pool.end());
}
