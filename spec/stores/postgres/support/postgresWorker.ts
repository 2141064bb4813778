import * as E from 'fp-ts/Either';
import { Pool, type PoolClient } from 'pg';
import { firstValueFrom, lastValueFrom, tap, timer } from 'rxjs';
import {
  axiosTransport,
  bearer,
  createClient,
  durable,
  listObjects,
  type Page,
} from '../../../../src/index';
import { postgresPlaces } from '../../../../src/stores/postgres/postgresPlaces';
import type { ObjectRecord } from '../../../../src/model/records/ObjectRecord';
import { numberedPages, type NumberedPages } from '../../../support/numberedPages';

export interface Task {
  readonly url: string;
  /** The walks, each of the object type of its name. */
  readonly ids: ReadonlyArray<string>;
  /** What is read: pages that need no network, or a service. */
  readonly source:
    | NumberedPages
    | { readonly service: string; readonly token: string; readonly ontologyRid: string };
  /** How rows are written: so that a second one of the same key raises, or as the recipe for deletions says. */
  readonly sink: 'insert' | 'recipe';
  /** Milliseconds of work on a page after its rows were written. */
  readonly ms: number;
  /** The page on which it stands still when it first comes there, until it is stopped, killed or cut off. */
  readonly standsAt?: number;
  readonly restarts?: number;
}

/**
 * Takes the walks that are not done, in any order, until all are. It says when the rows of a page are written, when a place
 * is kept, and how a walk ends.
 */
const { url, ids, source, sink, ms, standsAt, restarts } = JSON.parse(
  process.argv[2] ?? '',
) as Task;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const pool = new Pool({ connectionString: url, max: 2 });
const places = postgresPlaces(pool);
const isService = 'service' in source;
const client = createClient({
  transport: isService
    ? axiosTransport({ baseURL: source.service, timeout: 10_000 })
    : numberedPages(source),
  ...(isService && { auth: bearer(source.token) }),
});
const ontologyRid = isService ? source.ontologyRid : 'o';

const numbersOf = ({
  data,
}: Page<ObjectRecord<Readonly<Record<string, unknown>>>>): ReadonlyArray<unknown> =>
  data.map((object) => (E.isRight(object) ? object.right.properties.id : expectNone()));

const expectNone = (): never => {
  throw new Error('an object that is not valid');
};

const insert = (
  transaction: PoolClient,
  id: string,
  numbers: ReadonlyArray<unknown>,
): Promise<unknown> =>
  transaction.query('insert into sink (walk, number) select $1, unnest($2::integer[])', [
    id,
    numbers,
  ]);

const recipe = async (
  transaction: PoolClient,
  id: string,
  { place: { round, isLast } }: Page<unknown>,
  numbers: ReadonlyArray<unknown>,
): Promise<void> => {
  await transaction.query(
    `insert into sink (walk, number, round) select $1, unnest($2::integer[]), $3
     on conflict (walk, number) do update set round = excluded.round`,
    [id, numbers, round],
  );
  if (isLast)
    await transaction.query('delete from sink where walk = $1 and round <> $2', [id, round]);
};

let hasStood = false;

const workFor = async (page: number): Promise<void> => {
  const stands = page === standsAt && !hasStood;
  hasStood ||= stands;
  // It does not keep a process alive that has nothing else to do.
  await new Promise((resolve) => setTimeout(resolve, stands ? 60_000 : ms).unref());
};

const walk = (id: string): Promise<string> =>
  lastValueFrom(
    durable({
      id,
      places,
      ...(restarts !== undefined && { restarts }),
      pages: (start) => client.pages(listObjects, { ontologyRid, objectType: id, ...start }),
      work: async (page, transaction) => {
        const numbers = numbersOf(page);
        await (sink === 'insert'
          ? insert(transaction, id, numbers)
          : recipe(transaction, id, page, numbers));
        say(`wrote ${id} ${page.place.pages}`);
        await workFor(page.place.pages);
      },
    }).pipe(
      tap((result) => {
        if (E.isRight(result)) say(`kept ${id} ${result.right.round} ${result.right.pages}`);
      }),
    ),
  ).then(
    (result) => (E.isLeft(result) ? result.left._tag : 'done'),
    (error: unknown) => `failed: ${String(error)}`,
  );

/** One that nobody has begun, or the one that has stood still for longest, as a queue would hand it out again. */
const choose = async (open: ReadonlyArray<string>): Promise<string> => {
  const known = (await places.all()).filter(({ id }) => open.includes(id));
  const fresh = open.filter((id) => !known.some((other) => other.id === id));
  const since = ({ keptAt, claimedAt }: (typeof known)[number]): number =>
    Math.max(Number(keptAt), Number(claimedAt));
  const stale = [...known].sort((a, b) => since(a) - since(b))[0]?.id;
  const anyFresh = fresh[Math.floor(Math.random() * fresh.length)];
  return (Math.random() < 0.5 ? (anyFresh ?? stale) : (stale ?? anyFresh)) ?? '';
};

const main = async (): Promise<void> => {
  let open = [...ids];
  while (open.length > 0) {
    const id = await choose(open);
    const end = await walk(id);
    say(`${end} ${id}`);
    if (end === 'PageTokenExpired') open = open.filter((other) => other !== id);
    // Who claims again at once supersedes who has superseded it.
    if (end === 'Superseded') {
      if (ids.length === 1) break;
      await firstValueFrom(timer(100 + 400 * Math.random()));
    }
    const done = (await places.all()).filter(({ isLast }) => isLast).map((known) => known.id);
    open = open.filter((other) => !done.includes(other));
  }
  await pool.end();
  say('end');
};

void main();
