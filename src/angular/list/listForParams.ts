import {
  assertInInjectionContext,
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  signal,
  untracked,
} from '@angular/core';
import { type List, thrownBy } from '../../list/createList';
import {
  keyOf,
  type ListEvent,
  type ListRules,
  type WalkStatus,
  type Windowing,
} from '../../list/ListState';
import { none } from '../../list/table/PageTable';
import type { Edit } from '../../list/edits/Edit';
import { checkAtLeast0, checkKnown } from '../../model/optionChecks';
import { isOnServer, SESSION, TRANSFER } from '../PagewalkFeature';
import type { PendingInsert, WalkList, WalkListOptions } from '../WalkList';
import { followParams } from './followParams';
import { keepFresh } from './freshness';
import { type OpenedList, openList } from './openList';

type AnyOptions = WalkListOptions<never, never>;

/** Options of lists that reload by themselves. */
export const reloads: ReadonlyArray<keyof AnyOptions> = ['staleTime', 'refreshEvery'];

/** Refuses options that a list does not know, in development, and gives the injector that it belongs to. `own` are the options of its kind. */
export const listInjector = (
  name: string,
  make: (options: never) => unknown,
  options: Pick<AnyOptions, 'injector' | 'server'>,
  own: ReadonlyArray<string>,
): Injector => {
  // Angular's build for production sets the constant: by then, names were checked in development.
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    const common = [
      'params',
      'stream',
      'client',
      'injector',
      'debounceTime',
      'keepPrevious',
      'key',
      'cacheKey',
    ];
    checkKnown(name, options, [...common, 'refreshOn', 'server', 'debugName', ...own]);
    checkKnown(`${name}: server`, options.server ?? {}, ['skip']);
  }
  if (options.injector === undefined) assertInInjectionContext(make);
  return options.injector ?? inject(Injector);
};

/** Where a list was scrolled to, by its status. It is kept with the rows. */
export const scrolls = new WeakMap<object, () => List<unknown>['scroll']>();

interface ListKind<P, T> {
  readonly window?: Windowing;
  readonly isOnePage?: boolean;
  /** What a list gets that replaces another one. That one may have been kept, with its rows. */
  readonly begins: (next: OpenedList<T>) => ReadonlyArray<ListEvent<T>>;
  readonly cleared?: () => void;
  /** Called before its rows are asked for again. */
  readonly reloads?: () => void;
  /** Whether params that will count lead to a request by themselves. */
  readonly isEager: (hadList: boolean) => boolean;
  /** Told of the list whose rows are shown now. */
  readonly shows?: (list: OpenedList<T> | undefined) => void;
  /** Whether such params wait for `debounceTime`. By default all do. */
  readonly isDebounced?: (before: P | undefined, after: P) => boolean;
  /** Whether its rows are not the first ones: a row that is inserted is shown behind another one, or not at all. */
  readonly isElsewhere?: () => boolean;
  /** Nobody sees it yet: nothing waits for it, and it is dropped where others are reloaded. */
  readonly isAhead?: boolean;
}

/** A list that loads a page when you ask for one. */
export const onDemand = <T>(lazy = false): ListKind<unknown, T> => ({
  begins: ({ view }) => {
    const { status, progress } = untracked(view);
    // One that was kept has its rows already.
    return lazy || progress.pages > 0 || status !== 'idle' ? none : [{ type: 'more' }];
  },
  isEager: () => !lazy,
});

/** Lists that follow params, one after another, as one list. */
export const listForParams = <P, T>(
  options: WalkListOptions<P, T>,
  kind: ListKind<P, T>,
  injector: Injector,
) => {
  const { debounceTime = 0, keepPrevious = false } = options;
  checkAtLeast0('debounceTime', debounceTime);
  const onServer = options.server?.skip === true ? 'nothing' : 'page';
  const server = isOnServer(injector) ? onServer : undefined;
  const [{ window, isOnePage }, { key, staleTime }] = [kind, options];
  const rules: ListRules<T> = { window, isOnePage, key, server, staleTime };
  // Rows may have come with the HTML.
  const isHydrating = server === undefined && injector.get(TRANSFER, null) !== null;
  const current = signal<OpenedList<T> | undefined>(undefined);
  const previous = signal<OpenedList<T> | undefined>(undefined);
  const forget = (): unknown => [list.value(), list.invalid()];
  const tell = (...events: ReadonlyArray<ListEvent<T>>): void =>
    events.forEach((event) => untracked(current)?.send(event));
  const replace = (params: P | undefined): void => {
    const before = keepPrevious ? untracked(shown) : undefined;
    const left = untracked(current);
    current.set(undefined);
    // Before the next list is opened: that may notice that another user has signed in, who must not see these rows.
    previous.set(before);
    left?.destroy();
    const isAhead = kind.isAhead === true;
    const next =
      params === undefined
        ? undefined
        : openList(params, options, rules, injector, forget, isAhead);
    current.set(next);
    if (next !== undefined) tell(...kind.begins(next));
  };

  const isDebounced = (before: P | undefined, after: P | undefined): boolean =>
    after === undefined || kind.isDebounced?.(before, after) !== false;
  const stage = followParams(options.params, debounceTime, isDebounced, injector, (params) => {
    kind.cleared?.();
    replace(params);
    tell({ type: 'turn' });
    if (isHydrating) tell({ type: 'hydrate' });
  });
  const hasCome = ({ view }: OpenedList<T>): boolean => view().progress.pages > 0 || view().isEnd;
  const shown = computed(() => {
    const [now, before] = [current(), previous()];
    if (stage() === 'threw' || stage() === 'nothing' || (stage() === 'due' && !keepPrevious))
      return undefined;
    return now && before && !hasCome(now) ? before : now;
  });
  const show = (): void => {
    const rows = shown();
    untracked(() => {
      kind.shows?.(rows);
      // The rows that were shown meanwhile are kept in memory no longer than that.
      if (previous() !== rows) previous.set(undefined);
    });
  };

  if (options.params === undefined) {
    untracked(() => replace(null as P));
    show();
    // Before its view is first rendered, and after its inputs were set: what the server has rendered would otherwise be written
    // again, first without rows and then with them.
    if (isHydrating) effect(() => tell({ type: 'turn' }, { type: 'hydrate' }), { injector });
  } else effect(show, { injector }); // After the params, and before Angular renders: the rows belong to the status.

  const changes = injector.get(SESSION, null)?.changes.subscribe(() => {
    previous.set(undefined);
    kind.cleared?.();
  });
  injector.get(DestroyRef).onDestroy(() => {
    changes?.unsubscribe();
    untracked(current)?.destroy();
  });

  /** What the list of the latest params says; params that do not count yet have none. */
  const latest = computed(() => (stage() === 'settled' ? current()?.view() : undefined));
  const status = computed((): WalkStatus => {
    if (stage() === 'threw') return 'error';
    if (stage() === 'nothing') return 'idle';
    return latest()?.status ?? (kind.isEager(current() !== undefined) ? 'loading' : 'idle');
  });
  const send = (...events: ReadonlyArray<ListEvent<T>>): void => {
    if (untracked(stage) === 'settled') tell(...events);
  };
  // An edit applies to the rows on the screen, even if they belong to the previous params. Those on their way may lack it.
  const edit = (change: Edit<T>): PendingInsert<T> => {
    const edited = untracked(shown);
    const isOfOthers = edited === undefined || edited !== untracked(current);
    if (edited !== undefined && options.key === undefined)
      throw new Error(
        `${change.type} needs to know objects by a key: give the list the option key`,
      );
    edited?.send({ type: 'edit', edit: change });
    const commit = (row?: T): void => {
      edited?.send({ type: 'commit', edit: change, ...(row !== undefined && { row }) });
      if (isOfOthers) tell({ type: 'reload' });
    };
    return {
      commit: () => commit(),
      commitAs: commit,
      rollback: () => edited?.send({ type: 'rollback', edit: change }),
    };
  };

  const list: WalkList<T> = {
    value: computed(() => shown()?.rows().value ?? none),
    invalid: computed(() => shown()?.rows().invalid ?? none),
    progress: computed(() => shown()?.view().progress ?? { pages: 0, objects: 0 }),
    status,
    isLoading: computed(() => status() === 'loading' || status() === 'reloading'),
    hasMore: computed(
      () => stage() !== 'nothing' && latest()?.isEnd !== true && latest()?.isOpen !== false,
    ),
    error: computed(() =>
      stage() === 'threw' ? thrownBy('InvalidRequest', 'params') : latest()?.error,
    ),
    retrying: computed(() => latest()?.retrying),
    isPrevious: computed(
      () => shown() !== undefined && (shown() !== current() || stage() !== 'settled'),
    ),
    retry: () => send({ type: 'retry' }),
    reload: (given) => {
      if (given?.clear === true) {
        previous.set(undefined);
        kind.cleared?.();
      }
      kind.reloads?.();
      // Params that do not count yet may return to those that do.
      const reach = untracked(stage) === 'debouncing' ? tell : send;
      reach({ type: given?.clear === true ? 'clear' : 'reload' });
    },
    pause: () => send({ type: 'pause' }),
    edit: {
      patch: (key, change) => edit({ type: 'patch', key, change }),
      insert: (object, { after, ...others } = {}) => {
        checkKnown('insert', others);
        return edit({ type: 'insert', object, after, isElsewhere: kind.isElsewhere?.() });
      },
      remove: (key) => edit({ type: 'remove', key }),
    },
  };
  keepFresh(options, keyOf(rules) !== undefined, injector, list);
  scrolls.set(status, () => shown()?.scroll ?? { offset: 0 });
  return { list, send };
};
