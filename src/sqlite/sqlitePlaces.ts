import { right } from 'fp-ts/Either';
import { defer, EMPTY, from, Observable } from 'rxjs';
import { maxTimer } from '../model/maxTimer';
import { checkKnown } from '../model/optionChecks';
import { processName } from '../node/processName';
import {
  byHand,
  checkFilter,
  checkPrune,
  inBatches,
  type KeptPlaces,
  keptWalk,
} from '../walk/durable/KeptPlaces';
import {
  busyOf,
  changed,
  type Kept,
  keepPage,
  placeOf,
  type Standing,
  textOf,
} from '../walk/durable/pageTransaction';
import { checkId, checkParts, type Claim, sortedParts, type Work } from '../walk/durable/Places';
import { connectionOf, type SqliteDatabase } from './connection';
import { atOnce, placesTable } from './placesTable';

/** Options of `sqlitePlaces`. @since 1.0.0 */
export interface SqlitePlacesOptions {
  /** The table in which the places are kept. Default `pagewalk_places`. */
  readonly table?: string | undefined;
  /** Milliseconds for which a lock of another connection is waited for. Default 5,000. */
  readonly busyTimeout?: number | undefined;
}

/** The places that `sqlitePlaces` makes. @since 1.0.0 */
export interface SqlitePlaces<D> extends KeptPlaces<D> {
  /** Forgets walks that are done and whose last place was kept before a date; not those with a mark. Returns how many. */
  prune(options: { readonly finishedBefore: Date }): Promise<number>;
}

const store = 'sqlitePlaces';

/**
 * Keeps the places of walks in a SQLite file, each in the same transaction as the work on its page: for `durable` on one
 * machine, without a server.
 *
 * It takes a connection of `node:sqlite` (Node 22.13 and later), better-sqlite3, libsql or `bun:sqlite`, and makes its table with
 * the first claim. The work gets that connection, in a transaction that it must not end. Whatever it writes is committed
 * together with the place, or not at all. One page at a time is worked on for all walks of a connection: do not claim another
 * walk of it in the work, which would wait for itself. Several processes may share the file. A claim waits for the page that
 * another one has in work, for as long as `busyTimeout`.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects, orThrow } from 'pagewalk';
 * import { sqlitePlaces } from 'pagewalk/sqlite';
 * import Database from 'libsql';
 * import { lastValueFrom } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const db = new Database('employees.db');
 * db.exec('create table if not exists employee_pages (data text)');
 *
 * const walk$ = durable({
 *   id: 'employee pages',
 *   places: sqlitePlaces(db),
 *   pages: (start) => client.pages(listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee', ...start }),
 *   work: (page, tx) => [tx.prepare('insert into employee_pages values (?)').run(JSON.stringify(page.data))],
 * });
 * await lastValueFrom(walk$.pipe(orThrow()));
 * db.close();
 * ```
 *
 * @since 1.0.0
 */
export const sqlitePlaces = <D extends SqliteDatabase>(
  db: D,
  { table: name = 'pagewalk_places', busyTimeout = 5_000, ...others }: SqlitePlacesOptions = {},
): SqlitePlaces<D> => {
  checkKnown(store, others);
  checkId(name, `${store}: table`);
  if (!(typeof busyTimeout === 'number' && busyTimeout >= 0 && busyTimeout <= maxTimer)) {
    throw new TypeError(
      `${store}: busyTimeout must be a number of milliseconds from 0 to ${maxTimer}`,
    );
  }
  const connection = connectionOf(db, busyTimeout);
  const { patiently, transact, change } = connection;
  // An asynchronous driver is refused here.
  connection.rows('select 1 as json');
  const table = placesTable(connection, name);

  const claim: KeptPlaces<D>['claim'] = async (id, part, options = {}) => {
    const { again = false, by = processName(), ifOlderThan, check } = options;
    for (const each of [id, ...(part?.of ?? [])]) checkId(each);
    const [names, nonce] = [sortedParts(part), crypto.randomUUID()];

    /** What is there, and whether it is left alone. */
    const look = () => {
      const { walk, own } = table.find(id, part?.name);
      if (walk)
        checkParts(
          store,
          id,
          JSON.parse(walk.parts ?? 'null') as ReadonlyArray<string> | null,
          names,
        );
      const place = placeOf(store, id, own?.place ?? null);
      check?.(place);
      const run = own?.run ?? crypto.randomUUID();
      const found: Claim = { id, part: part?.name, run, epoch: own?.epoch ?? 0, nonce, place };
      // The nonce of a walk that is left alone stands nowhere.
      if (own?.isLast && !again) return { found, walk, run, isLeft: true };
      // The clock may have been set back since: what is in the future then has no age.
      const age = Math.max(0, Date.now() - Math.max(own?.claimedAt ?? 0, own?.keptAt ?? 0));
      const isFresh = own?.claimedBy != null && age < (ifOlderThan ?? 0);
      return {
        found: { ...found, busy: isFresh ? busyOf(own) : undefined },
        walk,
        run,
        isLeft: isFresh,
      };
    };

    const before = await patiently(look);
    if (before.isLeft) return before.found;
    return change(() => {
      const { found, walk, run, isLeft } = look();
      if (isLeft) return found;
      return {
        ...found,
        epoch: table.claim({ id, part: part?.name ?? '', run, nonce }, by, walk ? null : names),
      };
    });
  };

  const standingOf = ({ id, part, epoch, nonce }: Claim): Standing => {
    const { own } = table.find(id, part);
    return own?.epoch === epoch && own.nonce === nonce ? own : { holder: own };
  };

  const keep: KeptPlaces<D>['keep'] = (claimed, place, work, finish) =>
    new Observable<Kept>((subscriber) => {
      const { id, part = '' } = claimed;
      let given: unknown;
      const began = (each: unknown): unknown => (given = each);

      /** Unsubscribing does not end a promise: what it writes later belongs to this transaction, which is still to be undone. */
      const working = (each: Work<D>): Promise<void> =>
        new Promise((resolve, reject) => {
          const left = (): void => reject(new Error(`${store}: unsubscribed`));
          const doing = defer(() => began(each(db, began)) as ReturnType<typeof each>);
          subscriber.add(doing.subscribe({ error: reject, complete: resolve }));
          subscriber.add(() => void Promise.allSettled([given]).then(left));
        });

      const inTransaction = transact(async (commit): Promise<Kept> => {
        let change: Kept | undefined;
        const begin = (): boolean => {
          change = changed(store, id, standingOf(claimed), textOf(claimed.place));
          return !change && !subscriber.closed;
        };
        const keeping = async (isEnd: boolean): Promise<boolean> => {
          if (subscriber.closed) return false;
          await commit(() => table.keep(id, part, place, isEnd));
          return true;
        };
        // Nobody can claim the walk while this has the lock.
        const steps = {
          begin,
          working,
          endsAll: () => table.endsAll(id, part),
          stands: () => true,
          keep: keeping,
        };
        await keepPage(steps, place, work, finish);
        return change ?? right(undefined);
      });
      from(inTransaction).subscribe(subscriber);
    });

  return {
    claim,
    keep,
    finish: () => EMPTY,
    all: (filter = {}) => {
      const { isLast, prefix, after, limit } = checkFilter(store, filter);
      return patiently(() => table.all(isLast, prefix, after, limit).map(keptWalk));
    },
    prune: async (options) => {
      const before = checkPrune(store, options);
      return inBatches(atOnce, () => change(() => table.prune(before)));
    },
    ...byHand({
      claim,
      keep,
      walksOf: (id) => patiently(() => table.walksOf(id).map(keptWalk)),
      drop: async (id, part) => {
        const isThere = (): boolean => table.find(id, part).own !== undefined;
        if (!(await patiently(isThere))) return false;
        await change(() => table.drop(id, part));
        return true;
      },
    }),
  };
};
