import { effect, ErrorHandler, type Injector, RESPONSE_INIT, type Signal, untracked } from '@angular/core';
import { defer, tap } from 'rxjs';
import type { Client } from '../../client/Client';
import { createList } from '../../list/createList';
import type { ListRules, ListView } from '../../list/ListState';
import { type ListedPage, pacedClient, type WalkPace, type WalkSource } from '../../list/WalkSource';
import { isObject, isPlain } from '../../model/sameValue';
import { clientIn, PAGEWALK } from '../injectPagewalk';
import { isOnServer, pendingTasks, SESSION } from '../PagewalkFeature';
import type { ServerOptions, ServerOutcome, WalkListOptions } from '../WalkList';
import { LIST_CACHE } from '../withListCache';
import { tableSignals } from './tableSignals';

/** What a stream is given: the params, and a client whose walks wait for the list. */
const requestOf = <P>(params: P, pace: WalkPace, clientOf: () => Client) => ({
  params,
  get client() {
    return pacedClient(clientOf(), pace);
  },
});

/** Writes params as a part of a name. What JSON does not tell apart would show the rows of others. */
const written = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  if (isObject(value) && !isPlain(value)) throw new TypeError('cacheKey needs params that are plain values');
  return value;
};

/** The name of a list in the cache: its `cacheKey` and its params. */
const nameOf = <P, T>({ cacheKey, params: follows }: WalkListOptions<P, T>, params: P): string | undefined =>
  cacheKey === undefined || follows === undefined ? cacheKey : `${cacheKey} ${JSON.stringify(params, written)}`;

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

const unpaced =
  'pagewalk: a list is filled by a walk that does not wait for it, and loads all pages. Use the client that stream is given: ' +
  'stream: ({ client }) => client.list({ … }).';

/** Warns if a walk brings rows and has neither waited for the list nor said anything of its pages. */
const watched = <T>(source: WalkSource<T>): WalkSource<T> => {
  // Angular's build for production sets the constant, and leaves out what follows.
  if (!(typeof ngDevMode === 'undefined' || ngDevMode)) return source;
  return (pace) => {
    let isPaced = false;
    const ready = defer(() => {
      isPaced = true;
      return pace.valve.ready;
    });
    const onPage = (page: ListedPage): void => {
      isPaced = true;
      pace.onPage?.(page);
    };
    const look = (): void => {
      if (!isPaced) console.warn(unpaced);
      isPaced = true;
    };
    return source({ ...pace, valve: { ...pace.valve, ready }, onPage }).pipe(tap({ next: look }));
  };
};

/** What shows a list, and what its signals are kept for. */
interface ListShows {
  readonly forget: () => unknown;
  readonly isAhead: boolean;
}

export type OpenedList<T> = ReturnType<typeof openList<unknown, T>>;

/** Opens the list of some params: the one that was kept under its name, or a new one. */
export const openList = <P, T>(
  params: P,
  options: WalkListOptions<P, T>,
  rules: ListRules<T>,
  injector: Injector,
  { forget, isAhead }: ListShows,
) => {
  const { stream, debugName: label } = options;
  const handler = injector.get(ErrorHandler, null);
  const session = injector.get(SESSION, null) ?? undefined;
  const onError = (thrown: unknown): void => handler?.handleError(thrown);
  const name = nameOf(options, params);
  const cache = (reload: () => void) => {
    if (name === undefined) return undefined;
    // Lists of a session that is over must have gone by now.
    session?.isOpen();
    const slot = injector.get(LIST_CACHE).open(injector.get(PAGEWALK, null), name, isAhead ? undefined : reload);
    if (slot === undefined && (typeof ngDevMode === 'undefined' || ngDevMode))
      onError(new Error(`the cacheKey ${JSON.stringify(name)} is that of another list that is shown: use another one`));
    return slot;
  };
  const source = (pace: WalkPace) => stream(requestOf(params, pace, () => options.client ?? clientIn(injector)));
  const list = createList<T>({
    source: watched(source),
    rules,
    label,
    cache,
    session,
    onError,
    around: untracked,
  });
  const signals = tableSignals(list, rules.window ? undefined : forget, label, isAhead ? null : pendingTasks(injector));
  setStatus(options.server?.status, injector, signals.view);
  return { ...list, ...signals };
};
