import {
  computed,
  ErrorHandler,
  type Injector,
  type PendingTasks,
  signal,
  untracked,
} from '@angular/core';
import { createList, type List } from '../../list/createList';
import type { ListRules } from '../../list/ListState';
import { pacedClient, type WalkPace } from '../../list/WalkSource';
import { isObject, isPlain } from '../../model/json/sameValue';
import { clientIn, PAGEWALK } from '../injectPagewalk';
import { pendingTasks, SESSION } from '../PagewalkFeature';
import type { WalkListOptions } from '../WalkList';
import { LIST_CACHE } from '../withListCache';

/** Writes params as a part of a name. What JSON does not tell apart would show the rows of others. */
const written = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  // JSON would write null.
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value}`;
  if (isObject(value) && !isPlain(value))
    throw new TypeError('cacheKey needs params that are plain values');
  return value;
};

/** The name of a list in the cache: its `cacheKey` and its params. */
const nameOf = <P, T>(
  { cacheKey, params: follows }: WalkListOptions<P, T>,
  params: P,
): string | undefined =>
  cacheKey === undefined || follows === undefined
    ? cacheKey
    : `${cacheKey} ${JSON.stringify(params, written)}`;

const unpaced =
  'pagewalk: a list is filled by a walk that does not wait for it, and loads all pages. Use the client that stream is given: ' +
  'stream: ({ client }) => client.list({ … }).';

/**
 * What a list shows, as signals. `forget` is called when other rows are in the place of the first ones: a signal keeps what it gave
 * until it is read again, and rows that are gone would stay in memory.
 */
const tableSignals = <T>(
  list: List<T>,
  forget: (() => unknown) | undefined,
  debugName: string | undefined,
  pending: PendingTasks | null,
) => {
  const snapshot = signal(list.snapshot());
  let finish: (() => void) | undefined;
  /** Lets a render on the server wait while the list loads, also between two attempts. */
  const hold = (isBusy: boolean): void => {
    if (isBusy) finish ??= pending?.add();
    else {
      finish?.();
      finish = undefined;
    }
  };
  const show = (): void => {
    const [[before], next] = [untracked(snapshot).rows.blocks, list.snapshot()];
    snapshot.set(next);
    if (before !== undefined && before !== next.rows.blocks[0]) forget?.();
    hold(next.isBusy);
  };
  list.subscribe(show);
  show();
  return {
    view: computed(() => snapshot().view, { ...(debugName !== undefined && { debugName }) }),
    rows: computed(() => snapshot().rows),
  };
};

/** Options of lists that take the room of one in the cache, or none where their `group` is undefined. */
export type ListOptionsOf<P, T> = WalkListOptions<P, T> & { readonly group?: string | undefined };

export type OpenedList<T> = ReturnType<typeof openList<unknown, T>>;

/** Opens the place of a list in the cache; undefined where it has no name. Without `reload` it is dropped where others are reloaded. */
const openSlot = (
  name: string | undefined,
  group: string | undefined,
  injector: Injector,
  onError: (thrown: unknown) => void,
  reload: (() => void) | undefined,
) => {
  if (name === undefined) return undefined;
  // Lists of a session that is over must have gone by now.
  injector.get(SESSION, null)?.isOpen();
  const slot = injector.get(LIST_CACHE).open(injector.get(PAGEWALK, null), name, reload, group);
  if (slot.isTaken && (typeof ngDevMode === 'undefined' || ngDevMode))
    onError(
      new Error(
        `the cacheKey ${JSON.stringify(name)} is that of another list that is shown: use another one`,
      ),
    );
  return slot;
};

/**
 * Opens the list of some params: the one that was kept under its name, or a new one. Without `forget` nobody sees it yet: nothing waits
 * for it, and it is dropped where others are reloaded.
 */
export const openList = <P, T>(
  params: P,
  options: ListOptionsOf<P, T>,
  rules: ListRules<T>,
  injector: Injector,
  forget?: () => unknown,
) => {
  const { stream, debugName: label } = options;
  const handler = injector.get(ErrorHandler, null);
  const onError = (thrown: unknown): void => handler?.handleError(thrown);
  const name = nameOf(options, params);
  const group = 'group' in options ? options.group : name;
  const list = createList<T>({
    // A client is looked for only where the stream takes it. Its walks wait for the list.
    source: (pace: WalkPace) =>
      stream({
        params,
        get client() {
          return pacedClient(options.client ?? clientIn(injector), pace);
        },
      }),
    rules,
    label,
    cache: (reload) => openSlot(name, group, injector, onError, forget && reload),
    session: injector.get(SESSION, null) ?? undefined,
    onError,
    onUnpaced: () => {
      // Angular's build for production sets the constant, and leaves out what nobody reads there.
      if (typeof ngDevMode === 'undefined' || ngDevMode) console.warn(unpaced);
    },
    around: untracked,
  });
  const isSeen = forget !== undefined;
  const pending = isSeen ? pendingTasks(injector) : null;
  return { ...list, ...tableSignals(list, rules.window ? undefined : forget, label, pending) };
};
