import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEVER } from 'rxjs';
import { createList } from '../../src/list/createList';
import { type ListEvent, type ListRules, type ListState, newList } from '../../src/list/ListState';
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
const windowed = { ...keyed, window: { ...windowing, rowsAhead: 0, keepPages: 3 } };
const edit = { type: 'remove', key: 1 } as const;

const pageOf = (objects: ReadonlyArray<number>, next?: string): Event => {
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

const collected = [pageOf([1, 2]), { type: 'ended', error: undefined } as const].reduce<State>(
  reduce,
  newList(plain, true, 0),
);

/** What can be heard of what runs for a list. */
const heard = (state: State): ReadonlyArray<Event> =>
  desired(state).flatMap((one): ReadonlyArray<Event> => {
    if (one.what === 'rows')
      return [E.right(collected), E.left(down)].map((came) => ({
        type: 'refetched',
        page: one.page,
        came,
        at: 0,
      }));
    const ended = [undefined, down, expired].map((error): Event => ({ type: 'ended', error }));
    return state.stage === 'waiting'
      ? [{ type: 'sent' }, ...ended]
      : [pageOf([1, 2], 't'), pageOf([3]), { type: 'waiting' }, ...ended];
  });

/** States that differ in nothing but the names of rows are the same to this. */
const nameOf = ({
  stage,
  outcome,
  isPaused,
  isReleased,
  isOpen,
  reload,
  table,
  edits,
  ...state
}: State): string =>
  JSON.stringify([
    ...[
      stage,
      outcome.is,
      isPaused,
      isReleased,
      isOpen,
      edits.length,
      state.start,
      state.asking.length,
    ],
    ...[
      reload.isDue,
      reload.sent?.isStale,
      Math.min(4, reload.sent?.objects ?? 0),
      state.ranges.length,
    ],
    ...[Math.min(2, table.pages.length), table.length > 2, Math.min(2, state.goal)],
  ]);

/** Every change of the stage that some events lead to, and the events that bring it. */
const changes = (): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const rules of [plain, keyed, windowed]) {
    const seen = new Set<string>();
    let edge: ReadonlyArray<State> = [newList(rules, true, 0)];
    while (edge.length > 0)
      edge = edge.flatMap((state) =>
        [...wishes, ...heard(state)].flatMap((event) => {
          if (event.type === 'edit' && state.edits.length > 0) return [];
          const next = reduce(state, event);
          const change = `${state.stage} → ${next.stage}`;
          if (next.stage !== state.stage)
            found.set(change, (found.get(change) ?? new Set()).add(event.type));
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
    const shown = [...picture.matchAll(/^\| `(\w+ → \w+)`\s+\| (.*?)\s+\|$/gm)].map(
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
        keepOld: (state) => noted('reduce', windowing.keepOld(state)),
        arrange: (state) => noted('arrange', windowing.arrange(state)),
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
