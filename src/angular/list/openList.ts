import { effect, ErrorHandler, type Injector, RESPONSE_INIT, type Signal } from '@angular/core';
import { asyncScheduler } from 'rxjs';
import { type Client, clientOver } from '../../client/Client';
import { clientIn, PAGEWALK } from '../injectPagewalk';
import type { ListedPage, WalkPace } from '../../list/WalkSource';
import { isOnServer, SESSION } from '../PagewalkFeature';
import { isObject, isPlain } from '../../model/sameValue';
import type { ServerOptions, ServerOutcome, WalkListOptions } from '../WalkList';
import { LIST_CACHE } from '../withListCache';
import { atRest, type ListRules, type ListState, type ListView, newList, rowsIn } from '../../list/ListState';
import { reduce } from '../../list/reduce';
import { type Cell, type OnChange, runList } from './runList';

export type Run<T> = ReturnType<typeof runOf<unknown, T>>;

// A list that would have to begin again, and could not recognize its rows, is not kept.
/** How a list begins when it is shown again, with the page that failed if one has; undefined if it is not kept. */
const keptState = <T>(state: ListState<T>): ListState<T> | undefined => {
  const { rules, isEnd, isTransferred, start, edits, error } = state;
  const hasRows = rowsIn(state) > 0 || edits.length > 0;
  if (!isEnd && !(hasRows && ((rules.window ?? rules.key) !== undefined || isTransferred || start !== undefined)))
    return undefined;
  const { stage, goal, isPaused, isFailed } = newList(rules, true, 0);
  return { ...state, ...atRest, stage, goal, isPaused, isFailed, error: isEnd ? error : undefined };
};

/** Without edits that wait, the data of a list that is away holds nothing of its component. */
const withoutComponent = <T>(state: ListState<T>): ListState<T> =>
  state.edits.length > 0 ? state : { ...state, rules: { ...state.rules, key: undefined } };

/** From now on the list is data only. Made here, where nothing of the component can be reached. */
const detach = <T>(cell: Cell<T>, state: ListState<T>): void => {
  cell.state = withoutComponent(state);
  cell.send = (event) => {
    cell.state = withoutComponent(reduce(cell.state, event));
  };
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

/** Writes params as a part of a name. What JSON does not tell apart would show the rows of others. */
const written = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  if (isObject(value) && !isPlain(value)) throw new TypeError('cacheKey needs params that are plain values');
  return value;
};

/** Opens the list of a name, unless another one that is shown has it. */
const opened = <P, T>(
  { cacheKey, params: follows }: WalkListOptions<P, T>,
  params: P,
  injector: Injector,
  reload: () => void,
) => {
  if (cacheKey === undefined) return undefined;
  // Lists of a session that is over must have gone by now.
  injector.get(SESSION, null)?.isOpen();
  const name = follows === undefined ? cacheKey : `${cacheKey} ${JSON.stringify(params, written)}`;
  const open = injector.get(LIST_CACHE).open(injector.get(PAGEWALK, null), name, reload);
  if (open === undefined && (typeof ngDevMode === 'undefined' || ngDevMode)) {
    const problem = `the cacheKey ${JSON.stringify(name)} is that of another list that is shown: use another one`;
    injector.get(ErrorHandler, null)?.handleError(new Error(problem));
  }
  return open;
};

/** What crawlers and caches understand: what does not exist goes, what has failed is asked for again. */
const usual = ({ error, isFailed }: ServerOutcome): number | undefined => {
  if (!isFailed) return undefined;
  return error?._tag === 'HttpFailure' && error.status === 404 ? 404 : 503;
};

/** Sets the status of the response where a list is rendered on the server, and wants that. */
const setStatus = (option: ServerOptions['status'], injector: Injector, view: Signal<ListView>): void => {
  // Angular's build sets the constant, and leaves out of the bundle for the browser what is for the server only.
  if (!(typeof ngServerMode === 'undefined' || ngServerMode) || option === undefined || !isOnServer(injector)) return;
  const response = injector.get(RESPONSE_INIT, null);
  const choose = option === true ? usual : option;
  effect(
    () => {
      const { status, error, progress } = view();
      const isFailed = status === 'error';
      if (response === null || !(isFailed || progress.pages > 0)) return;
      const chosen = choose({ error, isFailed, isEmpty: !isFailed && progress.objects === 0 });
      if (chosen !== undefined) response.status = chosen;
    },
    { injector },
  );
};

export const runOf = <P, T>(
  params: P,
  options: WalkListOptions<P, T>,
  rules: ListRules<T>,
  injector: Injector,
  onChange: OnChange<T>,
) => {
  const { stream, staleTime = Infinity, debugName: label } = options;
  const reload = (): void => cell.send({ type: 'reload' });
  const open = opened(options, params, injector, reload);
  const kept = open?.kept as Cell<T> | undefined;
  const isOpen = injector.get(SESSION, null)?.isOpen() !== false;
  const state = newList(rules, isOpen, asyncScheduler.now());
  const cell: Cell<T> = kept ?? { state, send: () => undefined, scroll: { offset: 0 } };
  // Edits may have ended while it was away.
  if (kept !== undefined) cell.state = reduce(cell.state, { type: 'attach', rules });
  const source = (pace: WalkPace) => stream(requestOf(params, pace, () => options.client ?? clientIn(injector)));
  const list = runList(cell, source, label, onChange, injector);
  // Later, because a component is made before its inputs are set.
  if (kept !== undefined && asyncScheduler.now() - cell.state.at > staleTime) queueMicrotask(reload);
  setStatus(options.server?.status, injector, list.view);
  const keep = (): Cell<T> | undefined => {
    const left = keptState(cell.state);
    list.destroy();
    if (left !== undefined) detach(cell, left);
    return left && cell;
  };
  /** Ends it, or keeps it for the next visit. */
  const leave = (): void => {
    if (open === undefined) return list.destroy();
    cell.send({ type: 'release' });
    open.keep({ settled: list.settled, keep });
  };
  return { ...list, leave };
};
