import { ErrorHandler, type Injector } from '@angular/core';
import { asyncScheduler } from 'rxjs';
import { type Client, clientOver } from '../../client/Client';
import { clientIn, PAGEWALK } from '../injectPagewalk';
import { type ListedPage, SESSION } from '../PagewalkFeature';
import { serverStatus } from '../server/serverStatus';
import { isOnServer } from '../platform';
import { isObject, isPlain } from '../table/mergeRows';
import { none } from '../table/PageTable';
import type { WalkListOptions, WalkPace } from '../WalkList';
import { type Cell, detach, type List } from './List';
import { type KeptList, LIST_CACHE, type Scroll } from './listCache';
import { type ListRules, type ListState, newList, rowsIn } from './ListState';
import { reduce } from './reduce';
import { runList } from './runList';

/** What differs between the kinds of lists. */
export interface ListKind<T> {
  readonly rules: ListRules<T>;
  /** A list takes the place of another one; it may have been kept, with its rows. The first one waits for inputs to be set. */
  readonly begins: (next: Run<T>, isFirst: boolean) => void;
  /** Called before the rows go. */
  readonly cleared?: () => void;
  /** Whether params that will count lead to a request by themselves. */
  readonly isEager: (hadList: boolean) => boolean;
}

/** The list of some params. */
export interface Run<T> {
  readonly cell: Cell<T>;
  readonly list: List<T, T | undefined>;
  readonly scroll: Scroll;
  /** Ends it, or keeps it for the next visit. */
  readonly leave: () => void;
}

/**
 * How a list begins when it is shown again; undefined if it is not kept. Its failure is not kept: it continues with the page that
 * failed. A list that would have to begin again, and could not recognize its rows, is not kept.
 */
const keptState = <T>(state: ListState<T>): ListState<T> | undefined => {
  const { rules, isEnd, isTransferred, start, edits } = state;
  const hasRows = rowsIn(state) > 0 || edits.length > 0;
  const isKept = isEnd || (hasRows && (rules.known !== undefined || isTransferred || start !== undefined));
  const { isReleased } = newList(rules, true, 0);
  const atRest = {
    stage: 'none',
    isReleased,
    isPaused: false,
    asking: none,
    isPassing: false,
    isFailed: false,
  } as const;
  const error = isEnd ? state.error : undefined;
  return isKept
    ? { ...state, ...atRest, isReloadDue: false, reloading: undefined, retrying: undefined, error }
    : undefined;
};

/** What a stream is given: the params, and a client whose walks wait for the list. */
const requestOf = <P>(params: P, pace: WalkPace, clientOf: () => Client) => ({
  params,
  get client() {
    const client = clientOf();
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

/** What a list does on the server. */
export const serverRule = <T>(
  { server }: Pick<WalkListOptions<never, T>, 'server'>,
  injector: Injector,
): ListRules<T>['server'] => {
  if (!isOnServer(injector)) return undefined;
  return server?.skip === true ? 'nothing' : 'page';
};

/** Writes params as a part of a name. What JSON does not tell apart would show the rows of others. */
const written = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  if (isObject(value) && !isPlain(value)) throw new TypeError('cacheKey needs params that are plain values');
  return value;
};

/** The name under which a list is kept. */
const nameOf = <P, T>({ cacheKey, params: follows }: WalkListOptions<P, T>, params: P): string | undefined =>
  cacheKey === undefined || follows === undefined ? cacheKey : `${cacheKey} ${JSON.stringify(params, written)}`;

/** Opens the list of a name, unless another one that is shown has it. */
const opened = (cacheKey: string | undefined, injector: Injector, reload: () => void) => {
  if (cacheKey === undefined) return undefined;
  // Lists of a session that is over must have gone by now.
  injector.get(SESSION, null, { optional: true })?.isOpen();
  const open = injector.get(LIST_CACHE).open(injector.get(PAGEWALK, null, { optional: true }), cacheKey, reload);
  if (open === undefined && (typeof ngDevMode === 'undefined' || ngDevMode)) {
    const problem = `the cacheKey ${JSON.stringify(cacheKey)} is that of another list that is shown: use another one`;
    injector.get(ErrorHandler, null)?.handleError(new Error(problem));
  }
  return open;
};

/** A list, or the one that was kept under its name. */
export const runOf = <P, T>(
  params: P,
  options: WalkListOptions<P, T>,
  { rules, cleared }: ListKind<T>,
  injector: Injector,
  forgot: () => void,
): Run<T> => {
  const { stream, staleTime = Infinity, debugName } = options;
  const reload = (): void => cell.send({ type: 'reload' });
  const open = opened(nameOf(options, params), injector, reload);
  const kept = open?.kept;
  const isOpen = injector.get(SESSION, null, { optional: true })?.isOpen() !== false;
  const cell: Cell<T> = (kept?.cell as Cell<T> | undefined) ?? {
    state: newList(rules, isOpen, asyncScheduler.now()),
    send: () => undefined,
  };
  const scroll = { offset: 0, ...kept?.scroll };
  // Edits may have ended while it was away.
  if (kept !== undefined) cell.state = reduce(cell.state, { type: 'attach', rules });
  const source = (pace: WalkPace) => stream(requestOf(params, pace, () => options.client ?? clientIn(injector)));
  const onCleared = (): void => {
    scroll.offset = 0;
    cleared?.();
  };
  const list = runList(cell, { source, debugName, forgot, cleared: onCleared }, injector);
  // Later, because a component is made before its inputs are set.
  if (kept !== undefined && asyncScheduler.now() - cell.state.at > staleTime) queueMicrotask(reload);
  serverStatus(options.server?.status, injector, list);
  const release = (): void => list.send({ type: 'release' });
  const keep = (): KeptList | undefined => {
    const state = keptState(cell.state);
    list.destroy();
    if (state !== undefined) detach(cell, state);
    return state && { cell, scroll };
  };
  return {
    cell,
    list,
    scroll,
    leave: open === undefined ? list.destroy : () => open.keep({ ...list, release, keep }),
  };
};
