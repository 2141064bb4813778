import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEVER } from 'rxjs';
import { createList } from '../../src/list/createList';
import {
  type ListEvent,
  type ListRules,
  type ListState,
  newList,
  type PageEvent,
} from '../../src/list/ListState';
import { reduce } from '../../src/list/reduce';
import { desired } from '../../src/list/transitions';
import { windowing } from '../../src/list/window/windowing';
import { type PageToken, walkError } from '../../src/index';
import { root } from '../textFiles';

type Event = ListEvent<number>;
type State = ListState<number>;

const picture = readFileSync(join(root, 'docs/maintainers/lists.md'), 'utf8');

const progress = { pages: 1, objects: 2, attempts: 1 };
const down = walkError('HttpFailure', { status: 503, progress });
const expired = walkError('PageTokenExpired', { status: 400, progress });
const plain: ListRules<number> = { key: undefined, window: undefined, server: undefined };
const keyed = { ...plain, key: (id: number) => id };
const windowed = { ...keyed, window: windowing({ rowsAhead: 0, keepPages: 3 }) };
const edit = { type: 'remove', key: 1 } as const;

const pageOf = (objects: ReadonlyArray<number>, next?: string): PageEvent<number> => {
  const page = { index: 0, records: objects, isLast: next === undefined, fields: {} };
  const nextPageToken = O.fromNullable(next as PageToken | undefined);
  return { type: 'page', at: 0, objects, invalid: [], page: { ...page, nextPageToken } };
};

/** What anybody may do at any time. */
const wishes: ReadonlyArray<Event> = [
  ...(
    ['more', 'pause', 'retry', 'reload', 'clear', 'release', 'destroy', 'hydrate', 'turn'] as const
  ).map((type): Event => ({ type })),
  { type: 'look', ranges: [{ start: 0, end: 1 }] },
  ...(['edit', 'commit', 'rollback'] as const).map((type): Event => ({ type, edit })),
  ...[true, false].map((isOpen): Event => ({ type: 'session', isOpen })),
];

const ended = [undefined, down, expired].map((error) => ({ type: 'ended', error }) as const);

/** What can be heard of what runs for a list. */
const heard = ({ walk, reload, ...state }: State): ReadonlyArray<Event> =>
  desired({ walk, reload, ...state }).flatMap((one): ReadonlyArray<Event> => {
    const { page = 0 } = one;
    if (one.what === 'page')
      return [pageOf([1, 2]), ...ended].map((step) => ({ type: 'refetching', page, step }));
    const { stage } = (one.what === 'reload' ? reload.walk : undefined) ?? walk;
    const said = [
      ...(stage === 'waiting'
        ? [{ type: 'sent' } as const]
        : [pageOf([1, 2], 't'), pageOf([3]), { type: 'waiting' } as const]),
      ...ended,
    ] satisfies ReadonlyArray<Event>;
    return one.what === 'reload' ? said.map((step) => ({ type: 'reloading', step })) : said;
  });

/** States that differ in nothing but the names of rows are the same to this. What only a window looks at is left out of others. */
const nameOf = (state: State): string => {
  const { walk, reload, window, log, rules } = state;
  const again = reload.walk;
  const { length, pages } = walk.table;
  return [
    ...[walk.stage, walk.outcome.is, state.isPaused, state.isReleased, state.isOpen],
    ...[log.entries.length, walk.start, reload.isDue, again?.stage, again && again.pages > 0],
    ...(rules.window
      ? [
          ...[window.asking.length, window.asking.some((one) => one.walk.pages > 0)],
          ...[window.ranges.length, Math.min(2, pages.length), length > 2],
        ]
      : [
          again && reload.wanted > 1,
          Math.min(3, length),
          Math.max(0, Math.min(2, length - state.goal)),
        ]),
  ].join();
};

/** Where the reload of a list stands. */
const reloadOf = ({ reload }: State): string =>
  reload.walk?.stage ?? (reload.isDue ? 'due' : 'none');

/** Every change of the stage that some events lead to, and the events that bring it. */
const changes = (): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  const note = (before: string, after: string, { type }: Event): void => {
    if (before === after) return;
    const change = `${before} → ${after}`;
    found.set(change, (found.get(change) ?? new Set()).add(type));
  };
  for (const rules of [plain, keyed, windowed]) {
    const seen = new Set<string>();
    let edge: ReadonlyArray<State> = [newList(rules, true, 0)];
    while (edge.length > 0)
      edge = edge.flatMap((state) =>
        [...wishes, ...heard(state)].flatMap((event) => {
          const isUseless = rules.key === undefined || state.log.entries.length > 0;
          if (event.type === 'edit' && isUseless) return [];
          const next = reduce(state, event);
          note(state.walk.stage, next.walk.stage, event);
          note(`reload ${reloadOf(state)}`, `reload ${reloadOf(next)}`, event);
          const name = nameOf(next);
          if (seen.has(name)) return [];
          seen.add(name);
          return [next];
        }),
      );
  }
  return found;
};

describe('the picture of a list in the docs', () => {
  it('shows every change of the stage, and the events that can bring it', () => {
    const shown = [...picture.matchAll(/^\| `([\w ]+ → [\w ]+)`\s+\| (.*?)\s+\|$/gm)].map(
      ([, change, events = '']) => `${change}: ${events.replaceAll('`', '')}`,
    );
    const found = [...changes()].map(
      ([change, events]) => `${change}: ${[...events].sort().join(', ')}`,
    );
    expect(shown).to.have.members(found);
  });

  it('shows the order of a turn', async () => {
    const order: Array<string> = [];
    const noted = <R>(what: string, value: R): R => {
      if (order.at(-1) !== what) order.push(what);
      return value;
    };
    const patch = { type: 'patch', key: 1, change: (id: number) => noted('draw', id) } as const;
    const rules: ListRules<number> = {
      ...windowed,
      window: {
        ...windowed.window,
        outdate: (state, before) => noted('reduce', windowed.window.outdate(state, before)),
        arrange: (state) => noted('arrange', windowed.window.arrange(state)),
      },
    };
    const source = () => noted('compare', NEVER);
    const list = createList<number>({
      source,
      rules,
      onError: (thrown) => expect.fail(String(thrown)),
    });
    list.subscribe(() => {
      noted('show', undefined);
      noted('hold', list.snapshot().isBusy);
    });
    list.send({ type: 'edit', edit: patch });
    list.send({ type: 'look', ranges: [{ start: 0, end: 1 }] });
    await Promise.resolve();
    list.send(pageOf([1, 2], 't'));
    list.send({ type: 'waiting' });
    order.length = 0;
    // The page token has expired: the walk begins again.
    list.send({ type: 'ended', error: expired });
    expect(`event ─▶ ${order.join(' ─▶ ')}`).to.equal(/^event ─▶ .*$/m.exec(picture)?.[0]);
    list.destroy();
  });
});
