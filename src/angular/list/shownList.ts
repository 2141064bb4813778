import {
  computed,
  DestroyRef,
  effect,
  type Injector,
  type Signal,
  signal,
  untracked,
} from '@angular/core';
import type { ListEvent, ListRules } from '../../list/ListState';
import { noEntries } from '../../list/table/PageTable';
import { checkAtLeast0 } from '../../model/optionChecks';
import { isOnServer, SESSION, TRANSFER } from '../PagewalkFeature';
import type { WalkListOptions } from '../WalkList';
import { followParams } from './followParams';
import type { OpenedList } from './openList';

/** What a kind of list does differently. */
export interface ListKind<T> {
  readonly rules?: Pick<ListRules<T>, 'window' | 'isOnePage'>;
  /** What a list gets that replaces another one. That one may have been kept, with its rows. */
  readonly begins: (next: OpenedList<T>) => ReadonlyArray<ListEvent<T>>;
  /** Whether params that will count lead to a request by themselves. */
  readonly isEager: (hadList: boolean) => boolean;
  /** Nothing that was shown is left. */
  readonly cleared?: () => void;
  /** Only of one page: the rows of others move where an edit adds or removes one. */
  readonly moves?: {
    /** Whether a row without one to be behind is on another page. */
    readonly isElsewhere: () => boolean;
    /** The other pages are out of date. */
    readonly outdate: () => void;
  };
  /** Told of the list whose rows are shown now. */
  readonly shows?: (list: OpenedList<T> | undefined) => void;
}

/** A list that loads a page when you ask for one. */
export const onDemand = <T>(lazy = false): ListKind<T> => ({
  begins: ({ view }) => {
    const { status, progress } = untracked(view);
    // One that was kept has its rows already.
    return lazy || progress.pages > 0 || status !== 'idle' ? noEntries : [{ type: 'more' }];
  },
  isEager: () => !lazy,
});

type Options<P, T> = Pick<WalkListOptions<P, T>, 'params' | 'debounceTime' | 'keepPrevious'>;

/** The list of the params that count, and the one whose rows may be shown until its first page has come. */
const replacing = <P, T>(
  kind: ListKind<T>,
  open: (params: P) => OpenedList<T>,
  before: () => OpenedList<T> | undefined,
) => {
  const current = signal<OpenedList<T> | undefined>(undefined);
  const previous = signal<OpenedList<T> | undefined>(undefined);
  const tell = (...events: ReadonlyArray<ListEvent<T>>): void =>
    events.forEach((event) => untracked(current)?.send(event));
  return {
    current,
    previous,
    tell,
    /** Nothing that was shown is left. */
    clear: (): void => {
      previous.set(undefined);
      kind.cleared?.();
    },
    replace: (given: P | undefined): void => {
      const [shown, left] = [untracked(before), untracked(current)];
      current.set(undefined);
      // Before the next list is opened: that may notice that another user has signed in, who must not see these rows.
      previous.set(shown);
      left?.destroy();
      const next = given === undefined ? undefined : open(given);
      current.set(next);
      if (next !== undefined) tell(...kind.begins(next));
    },
  };
};

const hasCome = ({ view }: Pick<OpenedList<unknown>, 'view'>): boolean => {
  const { progress, isEnd } = view();
  return progress.pages > 0 || isEnd;
};

/** The list of the params that count, and the one whose rows are shown: with `keepPrevious` that before, until the first page has come. */
export const shownList = <P, T>(
  { params, debounceTime = 0, keepPrevious = false }: Options<P, T>,
  kind: ListKind<T>,
  injector: Injector,
  open: (params: P) => OpenedList<T>,
  debounced: (params: P) => unknown,
) => {
  checkAtLeast0('debounceTime', debounceTime);
  // Rows may have come with the HTML.
  const isHydrating = !isOnServer(injector) && injector.get(TRANSFER, null) !== null;
  const { current, previous, tell, clear, replace } = replacing(kind, open, () =>
    keepPrevious ? shown() : undefined,
  );
  const stage = followParams(params, debounceTime, debounced, injector, (given) => {
    kind.cleared?.();
    replace(given);
    tell({ type: 'turn' });
    if (isHydrating) tell({ type: 'hydrate' });
  });
  const shown: Signal<OpenedList<T> | undefined> = computed(() => {
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

  if (params === undefined) {
    untracked(() => replace(null as P));
    show();
    // Before its view is first rendered, and after its inputs were set: what the server has rendered would otherwise be written
    // again, first without rows and then with them.
    if (isHydrating) effect(() => tell({ type: 'turn' }, { type: 'hydrate' }), { injector });
  } else effect(show, { injector }); // After the params, and before Angular renders: the rows belong to the status.

  const changes = injector.get(SESSION, null)?.changes.subscribe(clear);
  injector.get(DestroyRef).onDestroy(() => {
    changes?.unsubscribe();
    untracked(current)?.destroy();
  });
  return { stage, current: current.asReadonly(), shown, tell, clear };
};
