import { computed, ErrorHandler, type Injector, type Signal, untracked } from '@angular/core';
import { asyncScheduler } from 'rxjs';
import { clientOver } from '../../client/Client';
import { clientIn, OBJECT_QUERY } from '../injectObjectQuery';
import { type ListedPage, SESSION } from '../ObjectQueryFeature';
import type { RowEvents, ShownRows } from '../rows/growingRows';
import { serverStatus } from '../server/serverStatus';
import type { WalkListOptions, WalkPace, WalkProgress } from '../WalkList';
import type { Gaps, List, Viewer } from './List';
import { type KeptList, keptState, listKeeper, type Scroll } from './listCache';
import { listOf } from './listOf';

/** What differs between the kinds of lists. `R` is what a viewport gets, and `K` what is kept of the rows. */
export interface ListKind<T, R, K, V extends Viewer> {
  /** The rows of a list, which may have been kept, and who looks at them. */
  readonly open: (
    kept: K | undefined,
    events: RowEvents,
    isEnd: () => boolean,
  ) => { readonly rows: ShownRows<T, R, K>; readonly viewer: V; readonly gaps?: Gaps };
  /** Whether an index is enough to know a row by. */
  readonly isIndexed: boolean;
  /** A list takes the place of another one; it may have been kept, with its rows. The first one waits for inputs to be set. */
  readonly begins: (next: Run<T, R, V>, isFirst: boolean) => void;
  /** Called before the rows go. */
  readonly cleared?: () => void;
  /** Whether params that will count lead to a request by themselves. */
  readonly isEager: (hadList: boolean) => boolean;
}

/** The list of some params. */
export interface Run<T, R, V> {
  readonly list: List;
  readonly rows: ShownRows<T, R>;
  readonly viewer: V;
  readonly scroll: Scroll;
  readonly progress: Signal<WalkProgress>;
  /** Ends it, or keeps it for the next visit. */
  readonly leave: () => void;
}

/** What a stream is given: a client whose walks wait for the list, and the pace for other ones. */
const requestOf = <P>(params: P, pace: WalkPace, injector: Injector) => ({
  params,
  pace,
  get client() {
    const client = clientIn(injector);
    return clientOver({
      ...client,
      objects: (endpoint, given) => {
        const { follow } = endpoint.scheme;
        const onPage = (page: ListedPage): void => pace.onPage?.({ ...page, ...(follow && { follow }) });
        return client.objects(endpoint, { ...given, ...pace, onPage });
      },
    });
  },
});

/** Opens the list of a name, unless another one that is shown has it. */
const opened = <K>(cacheKey: string | undefined, injector: Injector) => {
  if (cacheKey === undefined) return undefined;
  // Lists of a session that is over must have gone by now.
  injector.get(SESSION, null, { optional: true })?.isOpen();
  const open = listKeeper(injector).open<K>(injector.get(OBJECT_QUERY, null, { optional: true }), cacheKey);
  if (open === undefined && (typeof ngDevMode === 'undefined' || ngDevMode)) {
    const problem = `the cacheKey ${JSON.stringify(cacheKey)} is that of another list that is shown: use another one`;
    injector.get(ErrorHandler, null)?.handleError(new Error(problem));
  }
  return open;
};

/** A list, or the one that was kept under its name. */
export const runOf = <P, T, R, K, V extends Viewer>(
  params: P,
  options: WalkListOptions<P, T>,
  kind: ListKind<T, R, K, V>,
  injector: Injector,
  forgot: () => void,
): Run<T, R, V> => {
  const { stream, key, cacheKey, staleMs = Infinity } = options;
  const open = opened<K>(typeof cacheKey === 'function' ? cacheKey(params) : cacheKey, injector);
  const kept = open?.kept;
  const isKnown = kind.isIndexed || key !== undefined;
  const scroll = { offset: 0, ...kept?.scroll };
  const threw = (thrown: unknown): void => injector.get(ErrorHandler, null)?.handleError(thrown);
  const confirm = (apply: () => number): void => list.confirm(apply);
  const isEnd = (): boolean => untracked(list.state).isEnd;
  const { rows, viewer, gaps } = kind.open(kept?.rows, { confirm, threw, forgot }, isEnd);
  const list: List = listOf<T>(
    {
      ...options,
      source: (pace) => stream(requestOf(params, pace, injector)),
      viewer,
      rows,
      gaps,
      kept,
      isKnown,
      isKeyed: !kind.isIndexed && key !== undefined,
      onClear: (isForOther) => {
        scroll.offset = 0;
        kind.cleared?.();
        if (isForOther) rows.edits.clear();
      },
    },
    injector,
  );
  if (kept !== undefined && asyncScheduler.now() - kept.at > staleMs) {
    // Later, because a component is made before its inputs are set.
    queueMicrotask(list.reload);
  }
  const progress = computed(() => {
    const [come, { total }] = [rows.progress(), list.state()];
    // A service that says nonsense changes nothing.
    return total === undefined || total < come.objects ? come : { ...come, total };
  });
  serverStatus(options.serverStatus, injector, { ...list, progress });
  const keep = (): KeptList<K> | undefined => {
    const state = untracked(list.state);
    const keptAs = keptState(state, rows.size > 0 || rows.edits.isWaiting(), isKnown);
    list.destroy();
    return keptAs && { state: keptAs, rows: rows.keep(), scroll, at: list.at() };
  };
  return {
    list,
    rows,
    viewer,
    scroll,
    progress,
    leave: open === undefined ? list.destroy : () => open.keep({ ...list, keep }),
  };
};
