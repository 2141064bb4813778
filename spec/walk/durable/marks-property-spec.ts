import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { concat, EMPTY, Observable, of, type Subscription, tap } from 'rxjs';
import { createClient, durable, endpoint, type ObjectRecord, type Page } from '../../../src/index';
import { runOf } from '../../../src/model/place/runs';
import type { MarkOptions } from '../../../src/walk/durable/marks';
import { answer, ok } from '../../support/scriptedTransport';
import { sizeOf } from '../../support/sizes';
import { rightOf } from '../../support/sides';
import { memoryPlaces } from './support/memoryPlaces';

/** What happens next. A step is a claim, a request, or the beginning or the end of work, of any worker that waits for it. */
type Act =
  | { readonly do: 'step'; readonly which: number; readonly expires: boolean }
  | { readonly do: 'change'; readonly id: number; readonly ticks: boolean }
  | { readonly do: 'start' }
  | { readonly do: 'kill'; readonly which: number };

interface History {
  readonly order: 'rising' | 'falling' | 'none';
  /** Whether several changes may have the same mark. */
  readonly ties: boolean;
  readonly batch: number;
  readonly overlap: number;
  readonly acts: ReadonlyArray<Act>;
}

const which = fc.nat({ max: 5 });
const anyAct = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant('step' as const), which, expires: fc.boolean() }),
    weight: 12,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      id: fc.nat({ max: 7 }),
      ticks: fc.constantFrom(true, false, false),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ do: fc.constant('start' as const) }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('kill' as const), which }), weight: 1 },
);

const anyHistory: fc.Arbitrary<History> = fc.record({
  order: fc.constantFrom('rising' as const, 'falling' as const, 'none' as const),
  ties: fc.boolean(),
  batch: fc.integer({ min: 1, max: 3 }),
  overlap: fc.nat({ max: 2 }),
  acts: fc.array(anyAct, { minLength: 60, maxLength: 120 }),
});

/** Several versions of an item may have the same mark. */
type Item = Readonly<{ id: number; mark: number; version: number }>;
type State = ReadonlyMap<number, Item>;
type Items = Readonly<Record<string, unknown>>;

const items = endpoint({
  name: 'items',
  revision: '1.0',
  method: 'GET',
  path: '/items',
  fields: { since: t.union([t.number, t.undefined]) },
});

/** How items of one order follow each other: by mark and id, or by id alone. */
const sorting = {
  rising: (one: Item, other: Item) => one.mark - other.mark || one.id - other.id,
  falling: (one: Item, other: Item) => other.mark - one.mark || one.id - other.id,
  none: (one: Item, other: Item) => one.id - other.id,
};

/** What the histories of a property came to. */
const counts = { runs: 0, kills: 0, superseded: 0, rounds: 0, expired: 0 };

const play = ({ order, ties, batch, overlap, acts }: History): void => {
  const places = memoryPlaces();
  const current = new Map<number, Item>();
  const worked = new Map<number, Item>();
  const began = new Map<string, State>();
  const problems: Array<unknown> = [];
  let clock = 1;
  let versions = 0;
  let waiting: Array<{ readonly go: (expires: boolean) => void }> = [];
  let workers: Array<Subscription> = [];
  // A change that is as new as one before may come behind the cursor of a walk that rises, however long ago that was.
  const hasCeiling = order === 'none' || (ties && order === 'rising');
  const change = (id: number, ticks: boolean): void => {
    if (ticks || !ties) clock += 1;
    versions += 1;
    current.set(id, { id, mark: clock, version: versions });
  };
  [0, 1, 2, 3, 4].forEach((id) => change(id, false));

  const pageAfter = (url: string): unknown => {
    const query = new URL(url, 'http://x').searchParams;
    const token = (JSON.parse(query.get('pageToken') ?? 'null') ?? undefined) as Item | undefined;
    const compare = sorting[order];
    const left = [...current.values()]
      .filter(
        (item) =>
          item.mark >= Number(query.get('since') ?? 0) && (!token || compare(item, token) > 0),
      )
      .sort(compare);
    const data = left.slice(0, 2);
    const next = left.length > 2 ? { nextPageToken: JSON.stringify(data.at(-1)) } : {};
    return { data: data.map((properties) => ({ properties })), ...next };
  };

  const start = (): void => {
    const step = <T>(then: (expires: boolean) => Observable<T>): Observable<T> =>
      new Observable((subscriber) => {
        const each = {
          go: (expires: boolean) => {
            subscriber.add(then(expires).subscribe(subscriber));
          },
        };
        waiting.push(each);
        return () => {
          waiting = waiting.filter((other) => other !== each);
        };
      });
    const client = createClient({
      retry: false,
      transport: ({ url }) =>
        step((expires) =>
          of(
            expires && url.includes('pageToken')
              ? answer(400, { errorName: 'InvalidPageToken' })
              : ok(pageAfter(url)),
          ),
        ),
    });
    let snapshot: State = new Map();
    let run = '';
    const begin = (
      page: Page<ObjectRecord<Items>> & { readonly run: string },
    ): Observable<never> => {
      run = page.run;
      if (!began.has(run)) began.set(run, snapshot);
      return EMPTY;
    };
    const end = ({ data }: Page<ObjectRecord<Items>>): Observable<never> => {
      for (const object of data) {
        const item = rightOf(object).properties as Item;
        worked.set(item.version, item);
      }
      return EMPTY;
    };
    const mark: MarkOptions<ObjectRecord<Items>> = {
      of: ({ properties }) => properties.mark as number,
      overlap: (before) => Number(before) - overlap,
      ...(hasCeiling && { ceiling: () => clock }),
    };
    const walk = durable<ObjectRecord<Items>, string>({
      id: 'items',
      places: { ...places, claim: (id) => step(() => places.claim(id)) },
      batch,
      mark,
      pages: ({ mark: since, ...at }) => {
        if (!at.place) snapshot = new Map(current);
        return client.pages(items, { since: since as number | undefined, ...at });
      },
      work: (page) =>
        concat(
          step(() => begin(page)),
          step(() => end(page)),
        ),
    });
    const checked = walk.pipe(
      tap((result) => {
        if (E.isLeft(result))
          counts[result.left._tag === 'Superseded' ? 'superseded' : 'expired'] += 1;
        else {
          const { isLast, pages, round } = result.right;
          counts.runs += isLast ? 1 : 0;
          counts.rounds += round > 1 && pages === 1 ? 1 : 0;
          check(isLast ? began.get(run) : undefined, runOf(result.right)?.before);
        }
      }),
    );
    workers.push(checked.subscribe({ error: (error: unknown) => problems.push(error) }));
  };

  /** Of a run that ended well nothing is missing that was there when it began; its mark leaves out nothing else, ever. */
  const check = (before: State | undefined, mark: unknown): void => {
    const marks = [...worked.values()].map((item) => item.mark);
    if (mark !== undefined && mark !== null)
      expect(Number(mark), 'worked on').to.be.at.most(Math.max(...marks));
    const isWorked = (item: Item): boolean => worked.has(item.version);
    const isLost = ({ id, version }: Item): boolean => {
      // A walk that rises meets again what changes before it; in others that is left to the next run.
      const later =
        order === 'rising'
          ? [...worked.values()].some((item) => item.id === id && item.version > version)
          : true;
      return current.get(id)?.version === version || !later;
    };
    expect(
      [...(before?.values() ?? [])].filter((item) => !isWorked(item) && isLost(item)),
      'was there',
    ).to.deep.equal([]);
    const isAsked = (item: Item): boolean => item.mark >= Number(mark ?? 0) - overlap;
    expect(
      [...current.values()].filter((item) => !isWorked(item) && !isAsked(item)),
      'is left out',
    ).to.deep.equal([]);
  };

  const act = (each: Act): void => {
    workers = workers.filter(({ closed }) => !closed);
    if (each.do === 'change') change(each.id, each.ticks);
    else if (each.do === 'start') start();
    else if (each.do === 'step')
      waiting[each.which % waiting.length]?.go(each.expires && each.which === 0);
    else if (workers.length > 0) {
      counts.kills += 1;
      workers[each.which % workers.length]?.unsubscribe();
    }
  };
  const finish = (): void => {
    while (waiting.length > 0) act({ do: 'step', which: 1, expires: false });
  };

  start();
  acts.forEach(act);
  finish();
  // One run that ends what is under way, and one that begins after all changes.
  start();
  finish();
  start();
  finish();
  expect(problems).to.deep.equal([]);
  expect([...current.values()].filter(({ version }) => !worked.has(version))).to.deep.equal([]);
};

describe('law 37: any history of changes, any kills between any two steps, any workers', () => {
  it('a run that ended well has seen what was there when it began, and no mark is above what was worked on', () => {
    fc.assert(fc.property(anyHistory, play), { numRuns: sizeOf(60, 3_000) });
    expect(
      Math.min(counts.runs, counts.kills, counts.superseded, counts.rounds),
      JSON.stringify(counts),
    ).to.be.above(5);
  });
});
