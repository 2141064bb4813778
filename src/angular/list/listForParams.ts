import { computed, type Injector, untracked } from '@angular/core';
import type { List } from '../../list/createList';
import type { Edit } from '../../list/edits/Edit';
import type { ListEvent, ListRules } from '../../list/ListState';
import type { WalkStatus } from '../../list/WalkStatus';
import { listErrorOf } from '../../list/running';
import { noEntries } from '../../list/table/PageTable';
import { checkKnown } from '../../model/optionChecks';
import { isOnServer } from '../PagewalkFeature';
import type { PendingInsert, WalkList } from '../WalkList';
import { type ListOptionsOf, openList } from './openList';
import { type ListKind, shownList } from './shownList';

/** Where a list was scrolled to, by its status. It is kept with the rows. */
export const scrolls = new WeakMap<object, () => List<unknown>['scroll']>();

/** What shows edits before they are confirmed. */
const editsBy = <T>(edit: (change: Edit<T>) => PendingInsert<T>): WalkList<T>['edit'] => ({
  patch: (key, change) => edit({ type: 'patch', key, change }),
  insert: (object, { after, ...others } = {}) => {
    checkKnown('insert', others);
    return edit({ type: 'insert', object, after });
  },
  remove: (key) => edit({ type: 'remove', key }),
});

type Followed<T> = ReturnType<typeof shownList<unknown, T>>;

/** What a list says that follows params. */
const listSignals = <T>(
  { stage, current, shown }: Followed<T>,
  isEager: ListKind<T>['isEager'],
) => {
  /** What the list of the latest params says; params that do not count yet have none. */
  const latest = computed(() => (stage() === 'settled' ? current()?.view() : undefined));
  const status = computed((): WalkStatus => {
    if (stage() === 'threw') return 'error';
    if (stage() === 'nothing') return 'idle';
    return latest()?.status ?? (isEager(current() !== undefined) ? 'loading' : 'idle');
  });
  return {
    value: computed(() => shown()?.rows().value ?? noEntries),
    invalid: computed(() => shown()?.rows().invalid ?? noEntries),
    progress: computed(() => shown()?.view().progress ?? { pages: 0, objects: 0 }),
    status,
    isLoading: computed(() => status() === 'loading' || status() === 'reloading'),
    hasMore: computed(
      () => stage() !== 'nothing' && latest()?.isEnd !== true && latest()?.isOpen !== false,
    ),
    error: computed(() =>
      stage() === 'threw' ? listErrorOf('InvalidRequest', 'params') : latest()?.error,
    ),
    retrying: computed(() => latest()?.retrying),
    isPrevious: computed(
      () => shown() !== undefined && (shown() !== current() || stage() !== 'settled'),
    ),
  };
};

/** Edits the rows on the screen, even if they belong to the previous params. */
const editing =
  <T>({ current, shown, tell }: Followed<T>, isKeyed: boolean, moves: ListKind<T>['moves']) =>
  (given: Edit<T>): PendingInsert<T> => {
    const edited = untracked(shown);
    if (edited !== undefined && !isKeyed)
      throw new Error(`${given.type} needs to know objects by a key: give the list the option key`);
    const isElsewhere = given.type === 'insert' && untracked(() => moves?.isElsewhere());
    const edit: Edit<T> = isElsewhere ? { ...given, isElsewhere } : given;
    edited?.send({ type: 'edit', edit });
    const commit = (row?: T): void => {
      edited?.send({ type: 'commit', edit, ...(row !== undefined && { row }) });
      const isMoved = moves !== undefined && edit.type !== 'patch';
      if (isMoved) moves.outdate();
      // The rows of other params may have been asked for before the service had it.
      if (isMoved || edited !== untracked(current)) tell({ type: 'reload' });
    };
    return {
      commit: () => commit(),
      commitAs: commit,
      rollback: () => edited?.send({ type: 'rollback', edit }),
    };
  };

/** Lists that follow params, one after another, as one list. Params wait for `debounceTime` where these parts of them differ. */
export const listForParams = <P, T>(
  options: ListOptionsOf<P, T>,
  kind: ListKind<T>,
  injector: Injector,
  debounced: (params: P) => unknown = (params) => params,
) => {
  const { key, staleTime } = options;
  const onServer = options.server?.skip === true ? 'nothing' : 'page';
  const server = isOnServer(injector) ? onServer : undefined;
  const rules: ListRules<T> = { window: undefined, ...kind.rules, key, server, staleTime };
  const forget = (): unknown => [signals.value(), signals.invalid()];
  const open = (params: P) => openList(params, options, rules, injector, forget);
  const followed = shownList(options, kind, injector, open, debounced);
  const signals = listSignals(followed, kind.isEager);
  const { stage, shown, tell, clear } = followed;
  const send = (...events: ReadonlyArray<ListEvent<T>>): void => {
    if (untracked(stage) === 'settled') tell(...events);
  };
  const list: WalkList<T> = {
    ...signals,
    retry: () => send({ type: 'retry' }),
    reload: ({ clear: isClear = false } = {}) => {
      if (isClear) clear();
      // Params that do not count yet may return to those that do.
      const reach = untracked(stage) === 'debouncing' ? tell : send;
      reach({ type: isClear ? 'clear' : 'reload' });
    },
    pause: () => send({ type: 'pause' }),
    edit: editsBy(editing(followed, key !== undefined, kind.moves)),
  };
  scrolls.set(list.status, () => shown()?.scroll ?? { offset: 0 });
  return { list, send };
};
