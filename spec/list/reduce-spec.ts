import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import {
  type ListEvent,
  type ListRules,
  type ListState,
  newList,
  type WalkStep,
  viewOf,
} from '../../src/list/ListState';
import { reduce } from '../../src/list/reduce';
import { blocksOf } from '../../src/list/table/PageTable';
import { desired } from '../../src/list/transitions';
import { takeTurn } from '../../src/list/turn';
import { windowing } from '../../src/list/window/windowing';
import { walkedTo } from '../../src/model/errors/Progress';
import { type PageToken, walkError } from '../../src/index';

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

const growing: ListRules<number> = { key: undefined, window: undefined, server: undefined };
const keyed: ListRules<number> = { ...growing, key: (id) => id };
const windowOf = (rowsAhead: number, keepPages = Infinity): ListRules<number> => ({
  ...keyed,
  window: windowing({ rowsAhead, keepPages }),
});
const [scrolled, windowed] = [windowOf(0), windowOf(0, 3)];

/** How a scheme names the page behind another one: by the number of its first row. */
const follow = (before: O.Option<PageToken>, items = 0): O.Option<PageToken> =>
  O.map((text) => String(Number(text) + items) as PageToken)(before);

/** `0,1>t/9` and `0..1>t/9` are the rows 0 and 1, the token of the next page, and the number of all rows. */
const read = (text: string) => {
  const [, rows = '', next, total] = /^([^>/]*)(?:>([^/]*))?(?:\/(.*))?$/.exec(text) ?? [];
  const [first = 0, last = first] = rows.split('..').map(Number);
  const range = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const objects = rows.includes('..') ? range : rows.split(',').filter(Boolean).map(Number);
  return { objects, next: token(next), total: total === undefined ? undefined : Number(total) };
};

/** A page of the walk with its rows, and what follows: the walk waits, or is over. A page with a total can be named. */
const page = (text: string): ReadonlyArray<Event> => {
  const { objects, next, total } = read(text);
  const isLast = next === undefined;
  const said = { records: objects, nextPageToken: O.fromNullable(next), isLast, fields: {} };
  return [
    {
      type: 'page',
      at: 0,
      page: { index: 0, ...said, ...(total !== undefined && { total, follow }) },
      objects,
      invalid: [],
    },
    isLast ? { type: 'ended', error: undefined } : { type: 'waiting' },
  ];
};
/** What the walk says that brings a page of a window. */
const refetching = (at: string, steps: ReadonlyArray<Event>): ReadonlyArray<Event> =>
  steps.map((step) => ({
    type: 'refetching',
    page: Number(at),
    step: step as WalkStep<number>,
  }));
/** What the walk of a reload says. */
const reloading = (steps: ReadonlyArray<Event>): ReadonlyArray<Event> =>
  steps.map((step) => ({ type: 'reloading', step: step as WalkStep<number> }));
const look = (start: number, end: number): Event => ({ type: 'look', ranges: [{ start, end }] });

/** What happens, by words that are not the types of events. */
const words: Readonly<Record<string, (given: string) => ReadonlyArray<Event>>> = {
  begins: () => happenings('waiting'),
  first: () => happenings('more turn begins'),
  seen: () => happenings('look(0,2) turn begins'),
  two: () => page('0,1>t'),
  page,
  look: (given) => [look(Number(given.split(',')[0]), Number(given.split(',')[1]))],
  again: (given) => reloading(page(given)),
  lost: () => reloading([{ type: 'ended', error: down() }]),
  refill: (given) => {
    const [at = '', text = ''] = given.split(':');
    return refetching(at, page(text));
  },
  refused: (at) => refetching(at, [{ type: 'ended', error: down() }]),
  outdated: (at) => refetching(at, [{ type: 'ended', error: expired }]),
  down: (at) => [{ type: 'ended', error: down(at === '' ? undefined : at) }],
  expired: () => [{ type: 'ended', error: expired }],
  limit: () => [{ type: 'ended', error: limit }],
  late: () => [{ type: 'ended', error: walkError('TimedOut', { after: 1, progress }) }],
  removed: (given) => {
    const edit = { type: 'remove', key: Number(given) } as const;
    return [
      { type: 'edit', edit },
      { type: 'commit', edit },
    ];
  },
  signed: (given) => [{ type: 'session', isOpen: given === 'in' }],
};
const happenings = (script: string): ReadonlyArray<Event> =>
  [...script.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].flatMap(
    ([, word = '', given = '']) => words[word]?.(given) ?? [{ type: word } as Event],
  );

/** The list after an event, and after the turn in which a reload begins. */
const next = (state: State, event: Event): State => {
  const after = reduce(state, event);
  const { walk, reload } = after;
  const isReloadWaiting = reload.isDue || reload.walk?.stage === 'waiting';
  return isReloadWaiting && walk.stage !== 'soon' ? reduce(after, { type: 'turn' }) : after;
};

const play = (rules: ListRules<number>, script: string): State =>
  happenings(script).reduce<State>(next, newList(rules, true, 0));

/** The rows in memory: all of a list that grows, the first and the last one of a window. */
const rowsOf = ({ walk: { table }, rules }: State): ReadonlyArray<number> => {
  const rows = blocksOf(table).flatMap((block) => block.rows);
  return rules.window && rows.length > 2 ? [rows[0] ?? 0, rows.at(-1) ?? 0] : rows;
};

/** A list in one line: its status, its rows, the length of a window, and what should run. */
const told = (state: State): string => {
  const runs = desired(state).map((one) => {
    if (one.what === 'walk')
      return `walk${one.pageToken === undefined ? '' : ` from ${one.pageToken}`}`;
    if (one.what === 'reload') return `${state.reload.wanted} rows`;
    return `page ${one.page}${one.pageToken === undefined ? '' : ` by ${one.pageToken}`}`;
  });
  const { status, error, progress: came } = viewOf(state);
  const length = state.rules.window ? ` of ${came.objects}` : '';
  return `${status}${error ? ` (${error._tag})` : ''} [${rowsOf(state).join(' ')}]${length} ${runs.join(', ')}`.trim();
};

/** A window over 1,000 rows, ten a page, that can name its pages. */
const named = 'look(0,5) turn begins page(0..9>10/1000)';
/** A window of three pages with two rows each, scrolled to its sixth page. */
const scrolledTo = `look(0,2) turn begins ${[0, 2, 4, 6, 8]
  .map((row) => `page(${row},${row + 1}>t${row + 2}) look(${row + 2},${row + 3}) turn `)
  .join('')} page(10,11>t12) look(10,11)`;

/** What a list says after this has happened to it. */
const cases: ReadonlyArray<
  readonly [what: string, rules: ListRules<number>, expected: string, script: string]
> = [
  ['law 1: asks for nothing that nobody wants', growing, 'idle []', 'turn'],
  ['says that it loads before its walk begins', growing, 'loading []', 'more'],
  ['begins it in the next turn', growing, 'loading [] walk', 'more turn'],
  ['says so no more where it is left before that', growing, 'idle []', 'more release'],
  ['waits behind a page', growing, 'idle [0 1] walk from t', 'first two'],
  ['asks for one page more', growing, 'loading [0 1] walk from t', 'first two more'],
  [
    'asks for one, however often that is said',
    growing,
    'idle [0 1 2] walk from u',
    'first two more more page(2>u)',
  ],
  ['is at its end', growing, 'end [0 1]', 'first page(0,1)'],
  ['asks for nothing at its end', growing, 'end [0 1]', 'first page(0,1) more turn'],
  ['passes over a page without a row', growing, 'loading [] walk from t', 'first page(>t)'],

  ['stops with an error', growing, 'error (HttpFailure) [0 1]', 'first two more down(t)'],
  ['does nothing by itself then', growing, 'error (HttpFailure) []', 'first down turn'],
  ['retry: begins again at the first page', growing, 'loading [] walk', 'first down retry'],
  ['retry: continues there', growing, 'loading [0 1] walk from t', 'first two more down(t) retry'],
  ['loadMore: does so, too', growing, 'loading [0 1] walk from t', 'first two more down(t) more'],
  ['retry: is for errors alone', growing, 'idle [0 1] walk from t', 'first two retry'],
  [
    'ends at a limit of the service',
    growing,
    'end (RetrievalLimitExceeded) [0 1]',
    'first two more limit',
  ],
  [
    'asks for nothing behind it',
    growing,
    'end (RetrievalLimitExceeded) [0 1]',
    'first two more limit retry more turn',
  ],
  [
    'nor a window',
    windowed,
    'end (RetrievalLimitExceeded) [0 1] of 2',
    'seen two limit look(0,9) retry turn',
  ],
  [
    'expired: stops where rows have no key',
    growing,
    'error (PageTokenExpired) [0 1]',
    'first two more expired',
  ],
  ['retry: drops such rows', growing, 'loading [] walk', 'first two more expired retry'],
  [
    'expired: begins again where they have one',
    keyed,
    'loading [0 1] walk',
    'first two more expired',
  ],
  [
    'expired: does so after an error, too',
    keyed,
    'loading [0 1] walk',
    'first two more down(t) retry begins expired',
  ],
  [
    'expired: shows no row twice',
    keyed,
    'end [0 1 2]',
    'first two more expired begins page(0,1>u) page(1,2)',
  ],
  [
    'law 13: begins again three times in vain',
    keyed,
    'error (PageTokenExpired) [0 1]',
    'first two more expired begins expired begins expired begins expired',
  ],
  [
    'law 13: as often as it brings something',
    keyed,
    'loading [0 1 2 3] walk',
    `first two ${[2, 3].map((id) => `more expired begins page(${id}>u) `).join('')} more expired begins expired begins`,
  ],

  ['pause: asks for nothing', growing, 'paused [0 1] walk from t', 'first two pause more'],
  ['pause: lets the page under way come', growing, 'paused [0 1] walk from t', 'first pause two'],
  ['pause: begins nothing', growing, 'paused []', 'more pause turn'],
  ['pause: retry continues', growing, 'loading [] walk', 'more pause retry turn'],
  ['pause: an error ends the list', growing, 'error (HttpFailure) []', 'first pause down'],
  ['pause: retry continues after it', growing, 'loading [] walk', 'first pause down retry'],
  ['pause: more does, too', growing, 'loading [] walk', 'first pause down more turn'],
  [
    'pause: no reload after an error',
    keyed,
    'error (HttpFailure) [0 1]',
    'first two more pause down(t) reload turn',
  ],
  ['pause: no reload at the end', keyed, 'paused [0 1]', 'first pause page(0,1) reload turn'],
  ['pause: no walk that begins again', keyed, 'paused [0 1]', 'first two more pause expired turn'],
  [
    'pause: retry begins that walk',
    keyed,
    'loading [0 1] walk',
    'first two more pause expired turn retry turn',
  ],
  [
    'pause: a viewport catches up',
    scrolled,
    'loading [0 1] of 2 walk from t',
    'seen pause two look(0,9) retry turn',
  ],
  ['pause: is nothing for an error', growing, 'error (HttpFailure) []', 'first down pause'],
  ['pause: is nothing at the end', growing, 'end [0 1]', 'first page(0,1) pause'],

  [
    'reload: asks for as many rows as there are',
    keyed,
    'reloading [0 1] walk from t, 2 rows',
    'first two reload',
  ],
  [
    'reload: does so without a key',
    growing,
    'reloading [0 1] walk from t, 2 rows',
    'first two reload',
  ],
  ['reload: replaces them', keyed, 'idle [1 2]', 'first two reload again(1,2>u)'],
  [
    'reload: continues behind them',
    keyed,
    'loading [1 2] walk from u',
    'first two reload again(1,2>u) more turn',
  ],
  ['reload: is at the end then', keyed, 'end [1]', 'first two reload again(1)'],
  ['reload: waits for the page under way', keyed, 'loading [] walk', 'first reload reload'],
  [
    'reload: comes after it',
    keyed,
    'reloading [0 1] walk from t, 2 rows',
    'first reload reload two',
  ],
  [
    'reload: after an error, too',
    keyed,
    'error (HttpFailure) [0 1] 2 rows',
    'first two more reload down(t)',
  ],
  [
    'reload: is not lost while one runs',
    keyed,
    'reloading [0 1] 2 rows',
    'first two reload reload again(0,1>u)',
  ],
  [
    'reload: once is enough',
    keyed,
    'idle [0 1]',
    'first two reload reload reload again(0,1>u) again(0,1>u)',
  ],
  [
    'reload: asks for a page, too, that comes meanwhile',
    keyed,
    'reloading [0 1 2 3] walk from u, 4 rows',
    'first two reload more page(2,3>u) again(5,1>t)',
  ],
  [
    'reload: a page waits for it',
    keyed,
    'reloading [0 1] walk from t, 2 rows',
    'first two reload more',
  ],
  [
    'reload: is where that page begins',
    keyed,
    'loading [5 0] walk from v',
    'first two reload more again(5,0>v) turn',
  ],
  [
    'reload: has a retry wait for it',
    keyed,
    'reloading [0 1] 2 rows',
    'first two more reload down(t) retry',
  ],
  [
    'reload: another one waits for the page',
    keyed,
    'loading [0 1] walk from v',
    'first two reload more reload again(0,1>v)',
  ],
  [
    'reload: brings rows back that were removed',
    keyed,
    'idle [0 2 1] walk from v',
    'first two removed(1) reload again(0>u) more turn page(2,1>v)',
  ],
  [
    'reload: keeps the rows where it fails',
    keyed,
    'idle (HttpFailure) [0 1] walk from t',
    'first two reload lost',
  ],
  [
    'reload: forgets that when it succeeds',
    keyed,
    'idle [0 1]',
    'first two reload lost reload again(0,1>u)',
  ],
  [
    'reload: asks for one page more where a removal is confirmed meanwhile',
    keyed,
    'reloading [0] walk from t, 2 rows',
    'first two reload removed(1) again(0,1>u)',
  ],
  [
    'reload: retry repeats it',
    keyed,
    'reloading (HttpFailure) [0 1] walk from t, 2 rows',
    'first two reload lost retry',
  ],
  [
    'so does loadMore at the end',
    keyed,
    'reloading (HttpFailure) [0 1] 2 rows',
    'first page(0,1) reload lost more',
  ],
  ['reload: begins a list that has not begun', growing, 'loading [] walk', 'reload'],
  [
    'reload: begins a window again, in place',
    windowed,
    'loading [0 1] of 2 walk',
    'look(0,1) turn begins two reload',
  ],
  ['clear: drops the rows, and begins', keyed, 'loading [] walk', 'first two clear'],
  [
    'clear: a window begins at its top',
    scrolled,
    'idle [0 4] of 5 walk from u',
    'look(5,9) turn two clear page(0..4>u)',
  ],
  [
    'clear: leaves a reload, and what it failed with',
    keyed,
    'loading [] walk',
    'first two reload lost reload clear',
  ],

  ['law 9: aborts everything with its component', keyed, 'idle []', 'first destroy'],
  ['law 9: a reload, too', keyed, 'idle [0 1]', 'first two reload destroy'],
  ['law 9: begins nothing after that', keyed, 'idle []', 'destroy first'],
  [
    'signing out: drops the rows, and asks for nothing',
    keyed,
    'idle []',
    'first two signed(out) turn',
  ],
  ['signing in: begins again', keyed, 'loading [] walk', 'first two reload lost signed(in) turn'],
  ['signing out: no reload', keyed, 'idle []', 'signed(out) reload turn'],
  [
    'server: out of time it stays loading',
    { ...growing, server: 'page' },
    'loading []',
    'first late',
  ],

  ['release: aborts the first page', scrolled, 'idle [] of 0', 'seen release'],
  [
    'release: lets a later page come',
    scrolled,
    'loading [0 1] of 2 walk from t',
    'seen two release',
  ],
  [
    'release: asks for nothing more',
    scrolled,
    'idle [0 3] of 4 walk from u',
    'seen two release page(2,3>u)',
  ],
  [
    'release: continues behind it',
    scrolled,
    'loading [0 2] of 3 walk from u',
    'seen two release page(2>u) look(0,3) turn',
  ],
  [
    'law 3: asks when the end is seen',
    scrolled,
    'loading [0 1] of 2 walk from t',
    'seen two look(0,2) turn',
  ],
  ['law 3: and not before', windowOf(1), 'idle [0 3] of 4 walk from u', 'seen page(0..3>u)'],
  [
    'asks again for the page ahead before the one behind',
    windowOf(1, 3),
    'loading [2 11] of 14 page 2 by t4, walk from t14',
    `${scrolledTo} page(12,13>t14) look(2,4) turn refill(1:2,3>t4) turn`,
  ],
  [
    'is not stopped by a page that fails and that nobody sees, and leaves it',
    windowOf(1, 3),
    'loading [2 11] of 14 page 0, walk from t14',
    `${scrolledTo} page(12,13>t14) look(2,4) turn refill(1:2,3>t4) turn refused(2) turn`,
  ],
  [
    'asks for such a page again once it is seen',
    windowOf(1, 3),
    'loading [2 11] of 14 page 2 by t4, walk from t14',
    `${scrolledTo} page(12,13>t14) look(2,4) turn refill(1:2,3>t4) turn refused(2) turn outdated(0) look(4,6) turn`,
  ],
  [
    'a table without a viewport: one page',
    windowOf(100),
    'idle [0 1] of 2 walk from t',
    'look(0,-100) turn begins two',
  ],
];

/** The same of a window that is scrolled. */
const windows: ReadonlyArray<readonly [what: string, expected: string, script: string]> = [
  ['keeps the pages nearest to the viewport', 'idle [6 11] of 12 walk from t12', ''],
  [
    'asks again for a page that is seen',
    'loading [6 11] of 12 page 1 by t2, walk from t12',
    'look(2,4) turn',
  ],
  [
    'waits for the page on its way',
    'loading [6 11] of 12 walk from t12',
    'look(10,13) look(2,4) turn',
  ],
  ['puts it in its place', 'idle [2 9] of 12 walk from t12', 'look(2,4) turn refill(1:2,3>t4)'],
  [
    'leaves it, and asks for nothing in that turn',
    'idle [6 11] of 12 walk from t12',
    'look(2,4) turn look(8,10) turn',
  ],
  [
    'asks for what is seen in the next one',
    'loading [6 11] of 12 page 0, walk from t12',
    'look(2,4) turn look(0,2) turn turn',
  ],
  ['leaves it when nobody looks', 'idle [6 11] of 12 walk from t12', 'look(2,4) turn release'],
  [
    'asks again when somebody does',
    'loading [6 11] of 12 page 1 by t2, walk from t12',
    'release look(2,4) turn',
  ],
  ['law 9: leaves it with its component', 'idle [6 11] of 12', 'look(2,4) turn destroy'],
  [
    'stops where it fails',
    'error (HttpFailure) [6 11] of 12 walk from t12',
    'look(2,4) turn refused(1)',
  ],
  [
    'retry: asks again',
    'loading [6 11] of 12 page 1 by t2, walk from t12',
    'look(2,4) turn refused(1) retry turn',
  ],
  [
    'retry: asks for what is seen then',
    'loading [6 11] of 12 page 0, walk from t12',
    'look(2,4) turn refused(1) look(0,2) retry turn',
  ],
  [
    'begins again where its token has expired',
    'loading [6 11] of 12 walk',
    'look(2,4) turn outdated(1)',
  ],
  [
    'is as long as the new walk at its end',
    'end [0 1] of 2',
    'look(2,4) turn outdated(1) begins page(0,1)',
  ],
  [
    'moves what lies behind more rows',
    'idle [2 9] of 13 walk from t12',
    'look(2,4) turn refill(1:2,3,99>t4)',
  ],
  [
    'moves what lies behind fewer rows',
    'idle [2 9] of 11 walk from t12',
    'look(2,4) turn refill(1:2>t4)',
  ],
  ['ends where it is the last one now', 'end [2 3] of 4', 'look(2,4) turn refill(1:2,3)'],
  [
    'continues where its last page is no longer the last one',
    'idle [8 13] of 14',
    'page(12,13) look(0,2) turn refill(0:0,1>t2) look(12,14) turn refill(6:12,13>t14)',
  ],
  ['pause: asks for nothing', 'paused [6 11] of 12 walk from t12', 'pause look(2,4) turn'],
  [
    'does not try a limit again where its last page comes again',
    'end (RetrievalLimitExceeded) [6 11] of 12',
    'limit look(0,2) turn refill(0:0,1>t2) look(10,12) turn refill(5:10,11>t12) turn',
  ],
  [
    'goes on with the page that failed',
    'loading [6 11] of 12 walk from t12',
    'look(10,13) down(t12) retry',
  ],
];

/** The same of one that can name its pages. */
const jumps: ReadonlyArray<readonly [what: string, expected: string, script: string]> = [
  ['is as long as the service says', 'idle [0 9] of 1000 walk from 10', ''],
  [
    'names the pages between',
    'loading [0 9] of 1000 page 50 by 500, page 51 by 510',
    'look(500,515) turn',
  ],
  ['leaves what it has jumped past', 'idle [0 9] of 1000', 'look(500,515) turn look(900,910) turn'],
  [
    'stops where one of them fails',
    'error (HttpFailure) [0 9] of 1000',
    'look(500,515) turn refused(50)',
  ],
  ['is as long as it says now, at once', 'end [0 9] of 40', 'look(990,1000) turn refill(99:/40)'],
  [
    'drops what it has named behind a shorter page',
    'loading [0 506] of 1000 walk from 507',
    'look(500,515) turn refill(50:500..506>507/1000) turn',
  ],
  [
    'asks for its new end',
    'loading [0 9] of 40 page 3 by 30',
    'look(990,1000) turn refill(99:/40) look(30,40) turn',
  ],
  [
    'does so in the middle',
    'idle [0 509] of 600',
    'look(500,505) turn refill(50:500..509>510/600)',
  ],
  [
    'takes no page for a total',
    'idle [0 509] of 1000',
    'look(500,505) turn refill(50:500..509>510/10)',
  ],
];

describe('the state of a list', () => {
  for (const [what, rules, expected, script] of cases)
    it(what, () => expect(told(play(rules, script))).to.equal(expected));

  for (const [what, expected, script] of windows)
    it(`of a window: ${what}`, () =>
      expect(told(play(windowed, `${scrolledTo} ${script}`))).to.equal(expected));

  for (const [what, expected, script] of jumps)
    it(`of a window that can jump: ${what}`, () =>
      expect(told(play(windowOf(0, 4), `${named} ${script}`))).to.equal(expected));

  it('law 9: begins nothing where a removal is confirmed after the list has gone', () => {
    const edit = { type: 'remove', key: 0 } as const;
    const counted: Event = {
      type: 'page',
      at: 0,
      page: {
        index: 1,
        records: [2],
        isLast: false,
        nextPageToken: O.fromNullable(token('3')),
        fields: {},
        seek: () => O.fromNullable(token('3')),
      },
      objects: [2],
      invalid: [],
    };
    const gone: ReadonlyArray<readonly [State, ReadonlyArray<Event>]> = [
      [play(keyed, 'first two more'), [{ type: 'edit', edit }, counted]],
      // Nobody knows which page the row was on.
      [play(windowed, scrolledTo), [{ type: 'edit', edit }]],
    ];
    for (const [state, events] of gone) {
      const after = [...events, { type: 'destroy' } as const, { type: 'commit', edit } as const];
      const left = after.reduce<State>(reduce, state);
      // Otherwise the list would take one turn after another, and nothing else on the page would.
      expect(takeTurn(left)).to.equal(left);
    }
  });

  it('of a window: a page that has come, and is not over yet, gets a change that is confirmed meanwhile', () => {
    const edit = { type: 'patch', key: 2, change: (id: number) => id + 100 } as const;
    const [came, waits] = refetching('1', page('2,3>t4'));
    const changed: ReadonlyArray<Event> = [
      { type: 'edit', edit },
      { type: 'commit', edit },
    ];
    const events = [came, ...changed, waits].flatMap((event) => event ?? []);
    const state = play(windowed, `${scrolledTo} look(2,4) turn`);
    expect(rowsOf(events.reduce<State>(reduce, state))).to.deep.equal([102, 9]);
  });

  it('is a value: the same event gives the same state again, and changes nothing of the one before', () => {
    const removal = { type: 'remove', key: 1 } as const;
    const simple =
      'more turn pause retry reload clear release waiting sent look(0,3) look(500,510)';
    const events: ReadonlyArray<Event> = [
      ...happenings(
        `${simple} down(t) expired refill(1:2,3>t4) again(1,2>u) two page(7,7) page(0..9>10/1000) signed(in)`,
      ),
      ...(['edit', 'commit', 'rollback'] as const).map((type): Event => ({ type, edit: removal })),
      ...happenings('signed(out) destroy'),
    ];
    const frozen = <V>(value: V): V => {
      if (
        typeof value === 'object' &&
        value !== null &&
        !Object.isFrozen(value) &&
        !(value instanceof Set)
      )
        Object.values(Object.freeze(value)).forEach(frozen);
      return value;
    };
    fc.assert(
      fc.property(
        fc.constantFrom(growing, keyed, windowed),
        fc.array(fc.constantFrom(...events)),
        (rules, all) => {
          let state = frozen(newList(rules, true, 0));
          for (const event of all) {
            const next = reduce(state, event);
            expect(reduce(state, event)).to.deep.equal(next);
            const running = desired(next).filter(({ what }) => what === 'walk');
            expect(running).to.have.lengthOf(['sent', 'waiting'].includes(next.walk.stage) ? 1 : 0);
            // What begins by itself does so once: a turn without anything new changes nothing. One that leaves pages asks for others next.
            const after = takeTurn(next);
            if (after.window.asking.length >= next.window.asking.length)
              expect(takeTurn(after)).to.equal(after);
            state = frozen(next);
          }
          expect(desired(reduce(state, { type: 'destroy' }))).to.deep.equal([]);
        },
      ),
    );
  });
});
