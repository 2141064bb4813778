import { type Either, left, match, right } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { EMPTY, from, Observable } from 'rxjs';
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
  distanceFrom,
  type Kept,
  placeOf,
  type Standing,
  textOf,
} from '../walk/durable/pageTransaction';
import { checkId, checkParts, type Claim, sortedParts } from '../walk/durable/Places';
import { connectionOf, type SqliteDatabase } from './connection';
import { type AtOnce, doNow } from './doNow';
import { atOnce, placesTable } from './placesTable';

/** Options of `sqlitePlaces`. @since 1.0.0 */
export interface SqlitePlacesOptions {
  /** The table in which the places are kept. Default `pagewalk_places`. */
  readonly table?: string | undefined;
  /** Milliseconds for which a lock of another connection is waited for. Default 5,000. */
  readonly busyTimeout?: number | undefined;
}

/** The places that `sqlitePlaces` makes. @since 1.0.0 */
export interface SqlitePlaces<D> extends KeptPlaces<D, AtOnce> {
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
 * together with the place, or not at all. The work is synchronous, as these drivers are: wait in `prepare`
 * of `durable`. Nothing else on the connection gets into the transaction. Several processes may share the file. A claim waits for
 * the page that another one has in work, for as long as `busyTimeout`.
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
 *   work: (page, tx) => tx.prepare('insert into employee_pages values (?)').run(JSON.stringify(page.data)),
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
  const { look: reading, transact, change, outsideWork } = connection;
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
      const isFresh =
        own?.claimedBy != null &&
        distanceFrom(Date.now(), own.claimedAt, own.keptAt) < (ifOlderThan ?? 0);
      return {
        found: { ...found, busy: isFresh ? busyOf(own) : undefined },
        walk,
        run,
        isLeft: isFresh,
      };
    };

    const before = await reading(look);
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
      const stop = (): void => {
        if (subscriber.closed) throw new Error(`${store}: unsubscribed`);
      };
      /** What has changed; otherwise whether this page ends the walk in all its parts. */
      const working = (): Either<Kept, boolean> => {
        const change = changed(store, id, standingOf(claimed), textOf(claimed.place));
        if (change) return left(change);
        stop();
        doNow(work, db);
        const isEnd = place.isLast && table.endsAll(id, part);
        if (isEnd && finish) doNow(finish, db);
        stop();
        return right(isEnd);
      };
      const inTransaction = transact(
        working,
        match(identity<Kept>, (isEnd): Kept => {
          table.keep(id, part, place, isEnd);
          return right(undefined);
        }),
      );
      from(inTransaction).subscribe(subscriber);
    });

  const byHands = byHand({
    claim,
    keep,
    walksOf: (id) => reading(() => table.walksOf(id).map(keptWalk)),
    drop: async (id, part) => {
      const isThere = (): boolean => table.find(id, part).own !== undefined;
      if (!(await reading(isThere))) return false;
      await change(() => table.drop(id, part));
      return true;
    },
  });

  return {
    claim: outsideWork(claim),
    keep: outsideWork(keep),
    finish: () => EMPTY,
    all: outsideWork(async (filter = {}) => {
      const { isLast, prefix, after, limit } = checkFilter(store, filter);
      return reading(() => table.all(isLast, prefix, after, limit).map(keptWalk));
    }),
    prune: outsideWork(async (options) => {
      const before = checkPrune(store, options);
      return inBatches(atOnce, () => change(() => table.prune(before)));
    }),
    get: outsideWork(byHands.get),
    forget: outsideWork(byHands.forget),
    restart: outsideWork(byHands.restart),
    setMark: outsideWork(byHands.setMark),
    release: outsideWork(byHands.release),
  };
};
