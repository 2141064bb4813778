import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { desired } from '../../../src/angular/list/desired';
import {
  type Collected,
  type ListEvent,
  type ListRules,
  type ListState,
  newList,
  viewOf,
} from '../../../src/angular/list/ListState';
import { reduce } from '../../../src/angular/list/reduce';
import { turned } from '../../../src/angular/list/walks';
import { blocksOf } from '../../../src/angular/table/PageTable';
import { walkedTo } from '../../../src/model/errors/Progress';
import { type TimedOut, walkError } from '../../../src/model/errors/WalkError';
import type { PageToken } from '../../../src/model/PageToken';

type Event = ListEvent<number>;
type State = ListState<number>;

const token = (text: string | undefined): PageToken | undefined => text as PageToken | undefined;
const progress = { pages: 1, objects: 2, attempts: 1 };
const down = (at?: string) => {
  const place = walkedTo.carry({ ...progress }, { pageToken: O.fromNullable(token(at)) });
  return walkError('HttpFailure', { status: 503, progress: place });
};
const expired = walkError('PageTokenExpired', { status: 400, progress });
const limit = walkError('RetrievalLimitExceeded', { status: 400, progress });

const growing: ListRules<number> = {
  key: undefined,
  known: undefined,
  max: Infinity,
  rowsAhead: undefined,
  server: undefined,
};
const keyed: ListRules<number> = { ...growing, key: (id) => id, known: 'key' };
const scrolled: ListRules<number> = { ...growing, rowsAhead: 0 };
const windowed: ListRules<number> = { ...scrolled, known: 'index', max: 3, key: (id) => id };

const from = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => first + index);
/** How a scheme names the page behind another one: by the number of its first row. */
const follow = (before: O.Option<PageToken>, items = 0): O.Option<PageToken> =>
  O.map((text) => String(Number(text) + items) as PageToken)(before);

type Said = Partial<{ next: string; total: number; isNamed: boolean }>;

/** A page of the walk with its rows, and what follows: the walk waits, or is over. */
const page = (rows: ReadonlyArray<number>, { next, total, isNamed = false }: Said = {}): ReadonlyArray<Event> => [
  {
    type: 'page',
    at: 0,
    page: {
      index: 0,
      records: rows,
      nextPageToken: O.fromNullable(token(next)),
      isLast: next === undefined,
      fields: {},
      ...(total !== undefined && { total }),
      ...(isNamed && { follow }),
    },
  },
  { type: 'rows', objects: rows, invalid: [] },
  { type: next === undefined ? 'completed' : 'asked' },
];
const collected = (objects: ReadonlyArray<number>, next?: string, total?: number): E.Either<never, Collected<number>> =>
  E.right({
    objects,
    invalid: [],
    pages: 1,
    records: objects.length,
    isLast: next === undefined,
    start: token(next),
    total,
  });
const again = (objects: ReadonlyArray<number>, next?: string): Event => ({
  type: 'reloaded',
  came: collected(objects, next),
  at: 9,
});
const refill = (at: number, objects: ReadonlyArray<number>, next?: string, total?: number): Event => ({
  type: 'refilled',
  page: at,
  came: collected(objects, next, total),
});
const simple = <K extends Event['type']>(type: K): Event => ({ type }) as Event;
const look = (start: number, end: number): Event => ({ type: 'look', ranges: [{ start, end }] });
const fails = (error: ReturnType<typeof down> | typeof expired | typeof limit | TimedOut): Event => ({
  type: 'failed',
  error,
});

const [more, turn, pause, retry, reload, clear] = (['more', 'turn', 'pause', 'retry', 'reload', 'clear'] as const).map(
  simple,
) as [Event, Event, Event, Event, Event, Event];
const [release, destroy, asked] = (['release', 'destroy', 'asked'] as const).map(simple) as [Event, Event, Event];
/** The walk that is due begins, and asks for its first page. */
const begins: ReadonlyArray<Event> = [simple('began'), asked];
const first: ReadonlyArray<Event> = [more, turn, ...begins];
const two = page([0, 1], { next: 't' });
const seen: ReadonlyArray<Event> = [look(0, 2), turn, ...begins];

const play = (rules: ListRules<number>, ...events: ReadonlyArray<Event | ReadonlyArray<Event>>): State =>
  events.flat().reduce<State>(reduce, newList(rules, true, 0));

/** The rows in memory, in ranges of their indexes where they are windows. */
const rowsOf = ({ table }: State): string =>
  blocksOf(table)
    .flatMap(({ rows }) => rows)
    .join(' ');

/** A list in one line: its status, its rows, its length where it says more, and what should run. */
const told = (state: State): string => {
  const runs = desired(state).map((one) => {
    if (one.what === 'walk') return `walk${state.start === undefined ? '' : ` from ${state.start}`}`;
    if (one.what === 'page') return `page ${one.page}${one.pageToken === undefined ? '' : ` by ${one.pageToken}`}`;
    return one.what === 'rows' ? `${one.size} rows` : one.what;
  });
  const { status, progress } = viewOf(state);
  const { objects } = progress;
  const rows = rowsOf(state);
  const length = rows === '' || objects === rows.split(' ').length ? '' : ` of ${objects}`;
  return `${status}${state.error ? ` (${state.error._tag})` : ''} [${rows}]${length} ${runs.join(', ')}`.trim();
};

/** What a list says after this has happened to it. */
const cases: ReadonlyArray<
  readonly [
    what: string,
    rules: ListRules<number>,
    expected: string,
    ...events: ReadonlyArray<Event | ReadonlyArray<Event>>,
  ]
> = [
  ['law 1: asks for nothing that nobody wants', growing, 'idle []', turn],
  ['says that it loads before its walk begins', growing, 'loading [] walk', more, simple('soon')],
  ['says so no more where it is left before that', growing, 'idle []', more, simple('soon'), release],
  ['waits behind a page', growing, 'idle [0 1] walk from t', first, two],
  ['asks for one page more', growing, 'loading [0 1] walk from t', first, two, more],
  ['is at its end', growing, 'end [0 1]', first, page([0, 1])],
  ['asks for nothing at its end', growing, 'end [0 1]', first, page([0, 1]), more, turn],
  ['passes over a page without a row', growing, 'loading [] walk from t', first, page([], { next: 't' })],

  ['stops with an error', growing, 'error (HttpFailure) [0 1]', first, two, more, fails(down('t'))],
  [
    'ends at a limit of the service: a window',
    windowed,
    'end (RetrievalLimitExceeded) [0 1]',
    seen,
    two,
    fails(limit),
    look(0, 9),
    retry,
    turn,
  ],
  ['does nothing by itself then', growing, 'error (HttpFailure) []', first, fails(down()), turn],
  ['retry: continues there', growing, 'loading [0 1] walk from t', first, two, more, fails(down('t')), retry],
  ['loadMore: does so, too', growing, 'loading [0 1] walk from t', first, two, more, fails(down('t')), more],
  ['retry: is for errors alone', growing, 'idle [0 1] walk from t', first, two, retry],
  ['ends at a limit of the service', growing, 'end (RetrievalLimitExceeded) [0 1]', first, two, more, fails(limit)],
  [
    'retry, loadMore: ask for nothing behind it',
    growing,
    'end (RetrievalLimitExceeded) [0 1]',
    first,
    two,
    more,
    fails(limit),
    retry,
    more,
    turn,
  ],
  [
    'expired: stops where rows have no key',
    growing,
    'error (PageTokenExpired) [0 1]',
    first,
    two,
    more,
    fails(expired),
  ],
  ['retry: drops such rows', growing, 'loading [] walk', first, two, more, fails(expired), retry],
  ['expired: begins again where they have one', keyed, 'loading [0 1] walk', first, two, more, fails(expired)],
  [
    'expired: shows no row twice',
    keyed,
    'end [0 1 2]',
    first,
    two,
    more,
    fails(expired),
    begins,
    page([0, 1], { next: 'u' }),
    page([1, 2]),
  ],
  [
    'law 13: begins again three times in vain',
    keyed,
    'error (PageTokenExpired) [0 1]',
    first,
    two,
    more,
    ...[1, 2, 3].flatMap(() => [fails(expired), ...begins]),
    fails(expired),
  ],
  [
    'law 13: as often as it brings something',
    keyed,
    'loading [0 1 2 3] walk',
    first,
    two,
    ...[2, 3, 4, 5].flatMap((id) => [more, fails(expired), ...begins, ...(id < 4 ? page([id], { next: 'u' }) : [])]),
  ],

  ['pause: asks for nothing', growing, 'paused [0 1] walk from t', first, two, pause, more],
  ['pause: lets the page under way come', growing, 'paused [0 1] walk from t', first, pause, two],
  ['pause: begins nothing', growing, 'paused []', more, simple('soon'), pause, turn],
  ['pause: retry continues', growing, 'loading [] walk', more, simple('soon'), pause, retry, turn],
  ['pause: is over with an error', growing, 'error (HttpFailure) []', first, pause, fails(down())],
  [
    'pause: of a viewport catches up when it continues',
    scrolled,
    'loading [0 1] walk from t',
    seen,
    pause,
    two,
    look(0, 9),
    retry,
    turn,
  ],
  ['pause: is nothing for an error', growing, 'error (HttpFailure) []', first, fails(down()), pause],
  ['pause: is nothing at the end', growing, 'end [0 1]', first, page([0, 1]), pause],

  ['reload: asks for as many rows as there are', keyed, 'reloading [0 1] walk from t, 2 rows', first, two, reload],
  ['reload: does so without a key', growing, 'reloading [0 1] walk from t, 2 rows', first, two, reload],
  ['reload: continues behind them', keyed, 'idle [1 2]', first, two, reload, again([1, 2], 'u')],
  ['reload: is at the end then', keyed, 'end [1]', first, two, reload, again([1])],
  ['reload: waits for the page under way', keyed, 'loading [] walk', first, reload, reload],
  ['reload: comes after it', keyed, 'reloading [0 1] walk from t, 2 rows', first, reload, reload, two],
  [
    'reload: after an error, too',
    keyed,
    'error (HttpFailure) [0 1] 2 rows',
    first,
    two,
    more,
    reload,
    fails(down('t')),
  ],
  [
    'reload: is not lost while one runs',
    keyed,
    'reloading [0 1] 2 rows',
    first,
    two,
    reload,
    reload,
    again([0, 1], 'u'),
  ],
  [
    'reload: once is enough',
    keyed,
    'idle [0 1]',
    first,
    two,
    reload,
    reload,
    reload,
    again([0, 1], 'u'),
    again([0, 1], 'u'),
  ],
  [
    'reload: keeps a page that comes meanwhile',
    keyed,
    'idle [5 1 2 3] walk from u',
    first,
    two,
    reload,
    more,
    page([2, 3], { next: 'u' }),
    again([5, 1], 't'),
  ],
  [
    'reload: keeps the rows where it fails',
    keyed,
    'idle (HttpFailure) [0 1] walk from t',
    first,
    two,
    reload,
    { type: 'reloaded', came: E.left(down()), at: 9 },
  ],
  ['reload: begins a list that has not begun', growing, 'loading [] walk', reload],
  ['reload: begins a window again, in place', windowed, 'loading [0 1] walk', look(0, 1), turn, begins, two, reload],
  ['clear: drops the rows, and begins', keyed, 'loading [] walk', first, two, clear],
  ['clear: leaves a reload', keyed, 'loading [] walk', first, two, reload, clear],

  ['law 9: aborts everything with its component', keyed, 'idle []', first, destroy],
  ['law 9: a reload, too', keyed, 'idle [0 1]', first, two, reload, destroy],
  ['law 9: begins nothing after that', keyed, 'idle []', destroy, first],
  [
    'signing out: drops the rows, and asks for nothing',
    keyed,
    'idle []',
    first,
    two,
    { type: 'session', isOpen: false },
    turn,
  ],
  ['signing in: begins again', keyed, 'loading [] walk', first, two, { type: 'session', isOpen: true }, turn],
  ['signing out: no reload', keyed, 'idle []', { type: 'session', isOpen: false }, reload, turn],
  [
    'server: out of time it stays loading',
    { ...growing, server: 'page' },
    'loading []',
    first,
    fails(walkError('TimedOut', { after: 1, progress })),
  ],

  ['release: aborts the first page', scrolled, 'idle []', seen, release],
  ['release: lets a later page come', scrolled, 'loading [0 1] walk from t', seen, two, release],
  [
    'release: asks for nothing more',
    scrolled,
    'idle [0 1 2 3] walk from u',
    seen,
    two,
    release,
    page([2, 3], { next: 'u' }),
  ],
  ['law 3: asks when the end is seen', scrolled, 'loading [0 1] walk from t', seen, two, look(0, 2), turn],
  [
    'law 3: and not before',
    { ...scrolled, rowsAhead: 1 },
    'idle [0 1 2 3] walk from u',
    seen,
    page([0, 1, 2, 3], { next: 'u' }),
  ],
  [
    'a table without a viewport: one page',
    { ...scrolled, rowsAhead: 100 },
    'idle [0 1] walk from t',
    look(0, -100),
    turn,
    begins,
    two,
  ],
];

/** A window of three pages with two rows each, scrolled to its sixth page. */
const scrolledTo = (...rest: ReadonlyArray<Event | ReadonlyArray<Event>>): State =>
  play(
    windowed,
    look(0, 2),
    turn,
    begins,
    ...[0, 2, 4, 6, 8].flatMap((row) => [...page(from(row, 2), { next: `t${row + 2}` }), look(row + 2, row + 3), turn]),
    page([10, 11], { next: 't12' }),
    look(10, 11),
    ...rest,
  );
/** A window over 1,000 rows, ten a page, that can name its pages. */
const named = (...rest: ReadonlyArray<Event | ReadonlyArray<Event>>): State =>
  play(
    { ...windowed, max: 4 },
    look(0, 5),
    turn,
    begins,
    page(from(0, 10), { next: '10', total: 1_000, isNamed: true }),
    ...rest,
  );
const short = (state: State): string => told(state).replace(/\[([^ \]]*)[^\]]* ([^ \]]*)\]/, '[$1 … $2]');

const windows: ReadonlyArray<readonly [what: string, state: () => State, expected: string]> = [
  ['keeps the pages nearest to the viewport', () => scrolledTo(), 'idle [6 … 11] of 12 walk from t12'],
  [
    'asks again for a page that one scrolls back to',
    () => scrolledTo(look(2, 4), turn),
    'loading [6 … 11] of 12 page 1 by t2, walk from t12',
  ],
  [
    'waits for the page ahead that is on its way',
    () => scrolledTo(look(10, 13), look(2, 4), turn),
    'loading [6 … 11] of 12 walk from t12',
  ],
  [
    'puts it in its place',
    () => scrolledTo(look(2, 4), turn, refill(1, [2, 3], 't4')),
    'idle [2 … 9] of 12 walk from t12',
  ],
  [
    'leaves it when one has scrolled past, and pauses',
    () => scrolledTo(look(2, 4), turn, look(8, 10), turn),
    'loading [6 … 11] of 12 walk from t12, pause',
  ],
  [
    'asks for what is seen after the pause',
    () => scrolledTo(look(2, 4), turn, look(0, 2), turn, simple('passed'), turn),
    'loading [6 … 11] of 12 page 0, walk from t12',
  ],
  ['leaves it when nobody looks', () => scrolledTo(look(2, 4), turn, release), 'idle [6 … 11] of 12 walk from t12'],
  [
    'stops where a page that is seen fails',
    () => scrolledTo(look(2, 4), turn, { type: 'refilled', page: 1, came: E.left(down()) }),
    'error (HttpFailure) [6 … 11] of 12 walk from t12',
  ],
  [
    'retry: asks for it again',
    () => scrolledTo(look(2, 4), turn, { type: 'refilled', page: 1, came: E.left(down()) }, retry, turn),
    'loading [6 … 11] of 12 page 1 by t2, walk from t12',
  ],
  [
    'begins again where its token has expired, in place',
    () => scrolledTo(look(2, 4), turn, { type: 'refilled', page: 1, came: E.left(expired) }),
    'loading [6 … 11] of 12 walk',
  ],
  [
    'moves what lies behind a page with more rows',
    () => scrolledTo(look(2, 4), turn, refill(1, [2, 3, 99], 't4')),
    'idle [2 … 9] of 13 walk from t12',
  ],
  ['ends where it is the last one now', () => scrolledTo(look(2, 4), turn, refill(1, [2, 3])), 'end [2 … 3] of 4'],
  ['pause: asks for nothing', () => scrolledTo(pause, look(2, 4), turn), 'paused [6 … 11] of 12 walk from t12'],
  ['is as long as the service says where pages can be named', () => named(), 'idle [0 … 9] of 1000 walk from 10'],
  [
    'jumps: names the pages between, and asks for those that are seen',
    () => named(look(500, 515), turn),
    'loading [0 … 9] of 1000 page 50 by 500, page 51 by 510',
  ],
  [
    'is as long as the service says now, at once',
    () => named(look(990, 1_000), turn, refill(99, [], undefined, 40)),
    'end [0 … 9] of 40',
  ],
  [
    'asks for its new end then',
    () => named(look(990, 1_000), turn, refill(99, [], undefined, 40), look(30, 40), turn),
    'loading [0 … 9] of 40 page 3 by 30',
  ],
  [
    'does so for a page in the middle',
    () => named(look(500, 505), turn, refill(50, from(500, 10), '510', 600)),
    'idle [0 … 509] of 600',
  ],
  [
    'takes no length of a page for a total',
    () => named(look(500, 505), turn, refill(50, from(500, 10), '510', 10)),
    'idle [0 … 509] of 1000',
  ],
];

describe('the state of a list', () => {
  for (const [what, rules, expected, ...events] of cases)
    it(what, () => {
      expect(told(play(rules, ...events))).to.equal(expected);
    });

  for (const [what, state, expected] of windows)
    it(`of a window: ${what}`, () => {
      expect(short(state())).to.equal(expected);
    });

  it('is a value: the same event gives the same state again, and changes nothing of the one before', () => {
    const events: ReadonlyArray<Event> = [
      ...[more, turn, pause, retry, reload, clear, release, asked, simple('began'), simple('sent'), simple('passed')],
      ...[look(0, 3), look(500, 510), fails(down('t')), fails(expired), refill(1, [2, 3], 't4'), again([1, 2], 'u')],
      ...[...two, ...page([7, 7]), ...page(from(0, 10), { next: '10', total: 1_000, isNamed: true })],
      { type: 'session', isOpen: true },
      { type: 'edit', edit: { type: 'remove', key: 1 } },
    ];
    const frozen = <V>(value: V): V => {
      if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !(value instanceof Set))
        Object.values(Object.freeze(value)).forEach(frozen);
      return value;
    };
    fc.assert(
      fc.property(
        fc.constantFrom(growing, keyed, scrolled, windowed),
        fc.array(fc.constantFrom(...events)),
        (rules, all) => {
          let state = frozen(newList(rules, true, 0));
          for (const event of all) {
            const next = reduce(state, event);
            expect(reduce(state, event)).to.deep.equal(next);
            const running = desired(next).filter(({ what }) => what === 'walk');
            expect(running).to.have.lengthOf(next.stage === 'none' ? 0 : 1);
            // What begins by itself does so once: a turn without anything new changes nothing.
            const after = turned(next);
            expect(turned(after)).to.equal(after.isPassing === next.isPassing ? turned(after) : after);
            state = frozen(next);
          }
          expect(desired(reduce(state, destroy))).to.deep.equal([]);
        },
      ),
    );
  });
});
