import { computed, ErrorHandler, type Injector, signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import { asyncScheduler, defer, filter, finalize, startWith, Subject, type Subscription, take, tap, timer } from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { WalkError } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import { restartBudget } from '../../walk/recovery/restarts';
import { type ListedPage, type ListValve, SESSION } from '../ObjectQueryFeature';
import { isOnServer, pendingTasks } from '../platform';
import type { Retrying } from '../WalkList';
import { type Collected, collectWalk } from './collectWalk';
import { type Gaps, type List, type ListParts, pauseAfterPassing, type RowCount } from './List';
import {
  type Again,
  type ListAct,
  type ListInput,
  newList,
  nextPageAfter,
  retryingAfter,
  statusOf,
  step,
} from './ListState';
import { oneWalk } from './oneWalk';

const unpaced =
  'pagewalk: a list is filled by a walk that does not wait for it, and loads all pages. Use the client that stream is given, ' +
  'or spread its pace into the params of the walk: stream: ({ client }) => client.list({ … }).';

export const listOf = <T>(parts: ListParts<T>, injector: Injector): List => {
  const { source, viewer, rows, gaps, kept, debugName } = parts;
  const list = signal(kept?.state ?? newList('idle'), debugName === undefined ? {} : { debugName });
  const retrying = signal<Retrying | undefined>(undefined);
  const handler = injector.get(ErrorHandler, null);
  const pending = pendingTasks(injector);
  const session = injector.get(SESSION, null, { optional: true });
  const wants = new Subject<void>();
  const budget = restartBudget(parts.restarts);
  const label = debugName !== undefined && { label: debugName };
  let at = kept?.at ?? asyncScheduler.now();
  let [isBeginning, isLooking, isPaced] = [false, false, false];
  let asked: RowCount = rows;
  let arriving: { readonly token: PageToken | undefined; readonly page: ListedPage } | undefined;
  let passing: Subscription | undefined;
  let [finish, onSettled]: Array<(() => void) | undefined> = [];

  const now = () => untracked(list);
  const isOpen = (): boolean => session?.isOpen() !== false;
  const mayAsk = (): boolean => !now().isReleased && !now().isPaused && !now().isDestroyed && isOpen();
  const isWanted = (): boolean =>
    mayAsk() &&
    now().phase !== 'error' &&
    typeof now().again[0] !== 'number' &&
    !gaps?.missing(now().again).length &&
    viewer.isWanted(rows, now().isTransferred);

  /** Lets a render on the server wait while the list loads, also between two attempts, and says when it does no more. */
  const holdWhile = (isLoading: boolean): void => {
    if (isLoading) {
      finish ??= pending?.add();
      return;
    }
    finish?.();
    // Later: the walk is in the middle of something.
    if (onSettled !== undefined) queueMicrotask(onSettled);
    finish = onSettled = undefined;
  };
  const dispatch = (input: ListInput): void => {
    const { state, acts } = step(now(), input);
    untracked(() => list.set(state));
    for (const act of acts) perform[act]();
    holdWhile(now().phase === 'loading' && !now().isOutOfTime);
  };
  const hear = (isLeft: () => boolean) => (event: WalkEvent) => {
    if (!isLeft()) untracked(() => retrying.update((before) => retryingAfter(before, event)));
  };
  const quiet = (): void => untracked(() => retrying.set(undefined));

  const ready = defer(() => {
    isPaced = true;
    // First, because a viewport that sees more rows may look elsewhere at once.
    rows.show();
    dispatch({ type: 'asked', isWanted: isWanted() });
    let isSent = false;
    const send = (): void => {
      if (!isSent && walk.isUnderWay()) dispatch({ type: 'sent' });
      isSent = true;
    };
    // A walk that waits no longer, and was not left, spends its page token before it expires.
    return wants.pipe(startWith(undefined), filter(isWanted), take(1), tap(send), finalize(send));
  });

  const onPage = (page: ListedPage): void => {
    isPaced = true;
    arriving = { token: now().start.pageToken, page };
    if (arriving.token === undefined) at = asyncScheduler.now();
    dispatch({ type: 'page', ...nextPageAfter(page), isTransferred: 'isTransferred' in page });
  };

  const fail = (error: WalkError): void => {
    if (isOnServer(injector) && error._tag === 'TimedOut') {
      dispatch({ type: 'outOfTime' });
      return;
    }
    const isExpired = error._tag === 'PageTokenExpired';
    dispatch({ type: 'failed', error, mayRestart: isExpired && parts.isKnown && budget.spend(error) });
  };

  const walk = oneWalk<E.Either<WalkError, T>>({
    next: (result) => {
      if (!isPaced && (typeof ngDevMode === 'undefined' || ngDevMode)) console.warn(unpaced);
      isPaced = true;
      if (E.isRight(result)) {
        if (rows.add(result.right)) budget.refill();
      } else if (result.left._tag === 'InvalidObject') rows.refuse(result.left);
      else fail(result.left);
    },
    threw: (thrown) => {
      dispatch({ type: 'threw' });
      handler?.handleError(thrown);
    },
    completed: () => dispatch({ type: 'completed' }),
  });

  const failAgain = (what: Again, error: WalkError): void => {
    const [isShown, isExpired] = [what !== 'rows' && gaps?.giveUp(what) === false, error._tag === 'PageTokenExpired'];
    dispatch({ type: 'failedAgain', what, error, isStopped: isShown && !isExpired });
    if (isShown && isExpired) fail(error);
  };

  /** What is asked for again, beside the walk. */
  const asides = new Map<Again, ReturnType<typeof asideOf>>();
  const asideOf = (what: Again) =>
    oneWalk<E.Either<WalkError, Collected<T>>>({
      next: (result) => {
        const { isEnd, error } = now();
        if (E.isLeft(result)) failAgain(what, result.left);
        else {
          if (what === 'rows') at = asyncScheduler.now();
          const next = rows.putAgain(result.right, what, asked);
          // At a limit of the service the same request would end the same way.
          const isLimit = what !== 'rows' && isEnd && error !== undefined;
          dispatch({ type: 'cameAgain', what, next: isLimit ? undefined : next });
          rows.show();
        }
        lookSoon();
      },
      threw: (thrown) => {
        dispatch({ type: 'failedAgain', what, error: undefined, isStopped: what !== 'rows' });
        handler?.handleError(thrown);
      },
    });
  const leaveAsides = (isMeant: (what: Again) => boolean): void => {
    for (const [what, aside] of asides)
      if (isMeant(what)) {
        asides.delete(what);
        aside.leave();
      }
    quiet();
  };

  const perform: Readonly<Record<ListAct, () => void>> = {
    begin: () => {
      const valve: ListValve = { ready, isOfList: true };
      walk.begin((isLeft) => source({ valve, onPage, onEvent: hear(isLeft), ...label, ...now().start }));
    },
    leave: () => {
      walk.leave();
      quiet();
    },
    ask: () => {
      for (const what of now().again) {
        if (asides.has(what)) continue;
        const aside = asideOf(what);
        asides.set(what, aside);
        asked = { size: rows.size, objects: rows.objects };
        const size = what === 'rows' ? rows.size : 0;
        const pageToken = what === 'rows' ? undefined : gaps?.tokenOf(what);
        const pace = { ...label, ...(pageToken !== undefined && { pageToken }) };
        aside.begin((isLeft) => collectWalk(source, { ...pace, onEvent: hear(isLeft) }, (came) => came >= size));
      }
    },
    drop: () => {
      leaveAsides((what) => !now().again.includes(what));
      if (now().again.length > 0) return;
      passing?.unsubscribe();
      passing = undefined;
    },
    welcome: () => {
      budget.refill();
      viewer.begins?.(rows);
    },
    show: () => {
      rows.show();
      lookSoon();
    },
    countPage: () => {
      if (arriving !== undefined) rows.countPage(arriving.token, arriving.page);
    },
    beginAgain: rows.beginAgain,
    makeRoom: rows.makeRoom,
    clear: () => {
      parts.onClear(false);
      rows.clear();
    },
  };

  // Later, because a component is made before its inputs are set, and a viewport connects while Angular renders.
  const beginSoon = (): void => {
    if (isBeginning) return;
    isBeginning = true;
    if (!viewer.isRendering) dispatch({ type: 'soon' });
    const begun = pending?.add();
    queueMicrotask(() => {
      isBeginning = false;
      if (isWanted()) dispatch({ type: 'due' });
      begun?.();
    });
  };

  // Somebody who scrolls fast passes many pages: not each of them is worth a request.
  const pass = (gap: Gaps, pages: ReadonlyArray<number>): void => {
    leaveAsides((what) => what !== 'rows' && pages.includes(what));
    passing = timer(pauseAfterPassing).subscribe(() => {
      passing = undefined;
      dispatch({ type: 'passed', pages });
      fillGaps(gap);
    });
  };

  /** Asks for pages that are missing. Those that nobody wants any more are left. */
  const fillGaps = (gap: Gaps): void => {
    gap.trim();
    const { again, phase, start } = now();
    const passed = again.flatMap((what) => (what === 'rows' || gap.isWanted(what) ? [] : [what]));
    if (passing === undefined && passed.length > 0) pass(gap, passed);
    const isFilling = typeof again[0] === 'number';
    if (passing !== undefined || !(isFilling || phase === 'idle') || !mayAsk()) return;
    const pageToken = isFilling ? undefined : gap.reach(start.pageToken);
    if (pageToken !== undefined) dispatch({ type: 'jumped', pageToken });
    const pages = gap.missing(again);
    if (pages.length > 0) dispatch({ type: 'missing', pages });
    else if (!isFilling) wantMore(beginSoon);
  };

  // Later, because viewports look elsewhere while Angular renders, when no signal may be written.
  const lookSoon = (): void => {
    if (gaps === undefined || isLooking) return;
    isLooking = true;
    queueMicrotask(() => {
      isLooking = false;
      fillGaps(gaps);
    });
  };

  const wantMore = (beginWalk: () => void): void => {
    if (!isWanted()) return;
    if (now().isWalking) wants.next();
    else beginWalk();
  };
  const demandWith = (beginWalk: () => void) => (): void => {
    dispatch({ type: 'look' });
    lookSoon();
    wantMore(beginWalk);
  };
  const demand = demandWith(beginSoon);

  const changes = session?.changes.subscribe(() => {
    parts.onClear(true);
    dispatch({ type: 'reset' });
    if (isWanted()) beginSoon();
  });

  return {
    state: list,
    status: computed(() => statusOf(list())),
    error: computed(() => list().error),
    retrying: retrying.asReadonly(),
    demand,
    demandNow: demandWith(() => dispatch({ type: 'due' })),
    hydrate: () => {
      if (isOpen() && rows.size === 0) dispatch({ type: 'due' });
    },
    release: () => dispatch({ type: 'release', isEmpty: rows.size === 0 }),
    whenSettled: (settled) => {
      if (now().phase === 'loading') onSettled = settled;
      else settled();
    },
    confirm: (apply) => {
      if (rows.size === 0 && now().phase === 'loading') dispatch({ type: 'clear' });
      dispatch({ type: 'edited', more: apply() });
      leaveAsides(() => true);
      perform.ask();
    },
    at: () => at,
    destroy: () => {
      changes?.unsubscribe();
      dispatch({ type: 'destroy' });
    },
    retry: () => {
      dispatch({ type: 'retry' });
      if (!now().isReleased) demand();
    },
    reload: ({ clear = false } = {}) => {
      if (clear) dispatch({ type: 'clear' });
      if (clear || !isOpen() || now().phase === 'loading') return;
      const isInPlace = parts.isKeyed && rows.size > 0;
      // As many rows as there are, and no page more.
      if (!isInPlace) viewer.begins?.({ size: Math.max(0, rows.size - 1), objects: 0 });
      dispatch({ type: 'reload', isInPlace });
    },
    pause: () => {
      // Only a list with gaps may still ask for something at its end.
      if (gaps !== undefined || !now().isEnd) dispatch({ type: 'pause' });
    },
  };
};
