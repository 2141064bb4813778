import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import {
  concat,
  concatMap,
  defer,
  EMPTY,
  ignoreElements,
  type Observable,
  of,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import {
  classify,
  createClient,
  durable,
  type Endpoint,
  endpoint,
  type Page,
} from '../../../src/index';
import { at, body, byCursor, byLink, query } from '../../../src/paging/index';
import { seededRandom } from '../../../src/service/store/random';
import { memoryService } from '../../../src/testing/index';
import { inVirtualTime } from '../../support/inVirtualTime';
import { rightOf } from '../../support/sides';
import { sizeOf } from '../../support/sizes';
import { memoryPlaces } from './support/memoryPlaces';

type Item = Readonly<Record<string, unknown>>;

/** What a page says: the objects as they are now, and the ids of those that are gone. */
type Read = (page: Page<unknown>) => {
  readonly now: ReadonlyArray<Item>;
  readonly gone: ReadonlyArray<unknown>;
};

const itemsOf = ({ data }: Page<unknown>) => data.map((each) => rightOf(each) as Item);
const listed = (page: Page<unknown>, name: string) => page.fields[name] as ReadonlyArray<Item>;

const services: Readonly<Record<string, readonly [Endpoint, Read]>> = {
  'Microsoft Graph': [
    endpoint({
      name: 'users',
      method: 'GET',
      path: '/users/delta',
      items: at('value'),
      paging: byLink(at('@odata.nextLink')),
      delta: { from: at('@odata.deltaLink') },
    }),
    (page) => ({
      now: itemsOf(page).filter((item) => !('@removed' in item)),
      gone: itemsOf(page).flatMap((item) => ('@removed' in item ? item.id : [])),
    }),
  ],
  Google: [
    endpoint({
      name: 'events',
      method: 'GET',
      path: '/calendar/v3/calendars/primary/users',
      items: at('items'),
      paging: byCursor({ from: at('nextPageToken'), to: query('pageToken') }),
      delta: { from: at('nextSyncToken'), to: query('syncToken') },
    }),
    (page) => ({
      now: itemsOf(page).filter(({ status }) => status !== 'cancelled'),
      gone: itemsOf(page).flatMap(({ id, status }) => (status === 'cancelled' ? id : [])),
    }),
  ],
  Plaid: [
    endpoint({
      name: 'transactions',
      method: 'POST',
      path: '/users/sync',
      items: at('added'),
      paging: byCursor({ from: at('next_cursor'), to: body('cursor'), more: at('has_more') }),
      delta: { from: at('next_cursor'), to: body('cursor') },
    }),
    (page) => ({
      now: [...itemsOf(page), ...listed(page, 'modified')],
      gone: listed(page, 'removed').map(({ id }) => id),
    }),
  ],
};

const day = 86_400_000;

/** Thirty nights, in some of which processes are killed or objects change, and after some of which the token is too old. */
const nights = ([target, read]: readonly [Endpoint, Read], seed: number) => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const users = Array.from({ length: 12 }, (_, id) => ({ id, version: 0 }));
  const service = memoryService({
    objects: { user: users },
    maxPageSize: 3,
    latency: 100,
    deltaLifetime: 2.5 * day,
    seed,
  });
  const { store, transport } = service;
  const isMutation = (text: string): boolean => text.includes('MutationDuringPagination');
  const client = createClient({
    transport,
    retry: false,
    // As Plaid wants it: all pages since the last cursor that was kept are asked for again.
    classify: (response, asked) =>
      isMutation(response.body)
        ? { _tag: 'PageTokenExpired', status: response.status }
        : classify(response, asked),
  });
  const rows = new Map<unknown, readonly [version: unknown, run: string, round: number]>();
  const seen = { full: 0, partial: 0, killed: 0 };

  const edit = (): void => {
    const last = Math.max(0, ...store.all('user').map(({ id }) => Number(id)));
    const size = store.all('user').length;
    const kind = below(4);
    if (kind === 0) store.insert('user', { id: last + 1, version: 0 });
    else if (kind === 1 && size > 4) store.delete('user', below(size));
    else
      store.update('user', below(size), ({ id, version }) => ({
        id,
        version: Number(version) + 1,
      }));
  };

  const places = memoryPlaces();
  const walk = durable({
    id: 'users',
    places,
    pages: (start) =>
      client.pages(target, { ...start }) as Observable<E.Either<never, Page<unknown>>>,
    delta: true,
    // Every edit in mid-walk may begin another round, and a night has up to seven.
    restarts: 7,
    work: (page) => {
      const { now, gone } = read(page);
      for (const id of gone) rows.delete(id);
      const { run, place } = page;
      for (const { id, version } of now) rows.set(id, [version, run, place.round]);
      // What an earlier round of this run has brought, and this one has not, is gone.
      for (const [id, [, own, round]] of place.isLast ? rows : []) {
        if (own === run && round < place.round) rows.delete(id);
      }
      seen[page.isFull ? 'full' : 'partial'] += 1;
      return EMPTY;
    },
    finish: (_, { runs }) => {
      for (const [id, [, own]] of rows) if (!runs.includes(own)) rows.delete(id);
      return EMPTY;
    },
  }).pipe(tap((result) => expect(E.isRight(result), JSON.stringify(result)).to.equal(true)));

  const edits = (count: number): Observable<never> =>
    concat(...Array.from({ length: count }, () => timer(below(400)).pipe(tap(edit)))).pipe(
      ignoreElements(),
    );
  const compare = (): Observable<never> => {
    const truth = store.all('user').map(({ id, version }) => [id, version]);
    expect([...rows].map(([id, [version]]) => [id, version])).to.have.deep.members(truth);
    return EMPTY;
  };
  const killed = defer(() =>
    walk.pipe(takeUntil(timer(below(700)).pipe(tap(() => (seen.killed += 1))))),
  );
  const night = defer(() => {
    edits(below(8)).subscribe();
    return concat(
      ...Array.from({ length: below(3) }, () => killed),
      timer(5_000),
      walk,
      walk,
      defer(compare),
      timer(day * (1 + below(3))),
    );
  });
  inVirtualTime(() => {
    let isDone = false;
    of(...Array.from({ length: 30 }, (_, index) => index))
      .pipe(concatMap(() => night))
      .subscribe({ complete: () => (isDone = true) });
    return () => expect(isDone, 'all nights').to.equal(true);
  });
  return seen;
};

describe('law 42: thirty nights with kills, against the truth', () => {
  for (const [name, service] of Object.entries(services)) {
    it(name, () => {
      const all = { full: 0, partial: 0, killed: 0 };
      fc.assert(
        fc.property(fc.integer({ min: 1 }), (seed) => {
          const seen = nights(service, seed);
          for (const kind of ['full', 'partial', 'killed'] as const) all[kind] += seen[kind];
        }),
        { numRuns: sizeOf(1, 200) },
      );
      expect(
        Object.values(all).every((count) => count > 5),
        JSON.stringify(all),
      ).to.equal(true);
    });
  }
});
