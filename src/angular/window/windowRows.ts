import { computed, signal, untracked } from '@angular/core';
import { BehaviorSubject } from 'rxjs';
import type { InvalidObject } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import type { Collected } from '../list/collectWalk';
import type { Gaps } from '../list/List';
import { type PendingEdits, pendingEdits } from '../rows/edits';
import type { RowEvents, ShownRows } from '../rows/growingRows';
import { sameValue } from '../rows/mergeRows';
import type { WalkListOptions } from '../WalkList';
import type { LookedAt } from './lookedAt';
import type { KeptTable, PageTable } from './pageTable';

/** Rows that are in memory, and the index of the first one. */
interface Block<T> {
  first: number;
  /** The objects as they came. */
  came: Array<T>;
  /** The same with the edits that wait. */
  rows: Array<T>;
  readonly invalid: Array<InvalidObject>;
}

/** The rows of a window as data: what is in memory, and how to get the others. */
export interface KeptWindow<T> {
  readonly table: KeptTable;
  readonly held: ReadonlyArray<readonly [page: number, block: Block<T>]>;
  readonly length: number;
  readonly pages: number;
  readonly edits?: PendingEdits<T> | undefined;
}

export interface WindowParts<T> extends Pick<RowEvents, 'confirm' | 'threw'> {
  readonly table: PageTable;
  readonly looks: LookedAt;
  /** How many pages are in memory at most. */
  readonly max: number;
  readonly key: WalkListOptions<never, T>['key'];
  readonly kept: KeptWindow<T> | undefined;
  /** Whether the last page has come. */
  readonly hasLast: () => boolean;
}

/** Requests for pages that were dropped, or never walked, that are under way together where their scheme can name them. */
const maxAtOnce = 4;

/** The rows of a list of which only those near the viewport are in memory. A place of one that is not is empty. */
export type WindowRows<T> = ShownRows<T, T | undefined, KeptWindow<T>> & { readonly gaps: Gaps };

export const windowRows = <T>(parts: WindowParts<T>): WindowRows<T> => {
  const { table, looks, max, hasLast } = parts;
  const edits = parts.kept?.edits ?? pendingEdits<T>();
  let places: Array<T | undefined> = [];
  const held = new Map<number, Block<T>>(parts.kept?.held);
  /** Rows of a walk before this one, which are shown until this one has come as far. */
  let old: ReadonlyArray<Block<T>> = [];
  const unobtainable = new Set<number>();
  let filling: Block<T> | undefined;
  let { length, pages } = { length: 0, pages: 0, ...parts.kept };
  let farthest = length;
  let [isChanged, isDue] = [false, false];

  const blocks = (): Array<Block<T>> => [...held.values(), ...old];
  const write = ({ first, rows }: Block<T>): void => rows.forEach((row, index) => (places[first + index] = row));
  // An empty place takes no memory; one that holds undefined does.
  const erase = ({ first, rows }: Block<T>): void =>
    rows.forEach((_, index) => Reflect.deleteProperty(places, first + index));
  held.forEach(write);
  places.length = length;
  const changes = new BehaviorSubject<ReadonlyArray<T | undefined>>(places);
  const shown = signal({ pages, objects: length });

  const inMemory = computed(() => {
    shown();
    return blocks().sort((one, other) => one.first - other.first);
  });

  const behind = (page: number): Array<Block<T>> => [
    ...[...held].flatMap(([other, block]) => (other > page ? [block] : [])),
    ...old,
  ];

  const forget = (gone: ReadonlySet<Block<T>>): void => {
    gone.forEach(erase);
    for (const [page, block] of held) if (gone.has(block)) held.delete(page);
    old = old.filter((block) => !gone.has(block));
  };

  /** The walk has come as far as rows of the one before. */
  const overtake = (): void => {
    for (const block of old) {
      const overtaken = Math.min(Math.max(0, table.size() - block.first), block.rows.length);
      block.rows.splice(0, overtaken);
      block.first += overtaken;
      if (hasLast()) erase(block);
    }
    old = old.filter(({ rows }) => rows.length > 0 && !hasLast());
  };

  const distance = ({ first, rows }: Block<T>): number => looks.distance(first, rows.length);
  /** Old rows that a viewport shows take room as well. */
  const wanted = (): ReadonlySet<number> => looks.wanted(max - old.filter((block) => distance(block) === 0).length);

  const drop = (): boolean => {
    const all = blocks();
    if (all.length <= max) return false;
    const near = new Set([...wanted()].map((page) => held.get(page)));
    const rankOf = (block: Block<T>): number => {
      const far = distance(block);
      return far === 0 ? -1 : near.has(block) ? 0 : far;
    };
    const ranked = all.map((block) => ({ block, rank: rankOf(block) })).sort((one, other) => one.rank - other.rank);
    const dropped = new Set(ranked.flatMap(({ block, rank }, index) => (index >= max && rank >= 0 ? [block] : [])));
    forget(dropped);
    return dropped.size > 0;
  };

  const show = (): void => {
    isDue = false;
    if (!isChanged) return;
    isChanged = false;
    overtake();
    drop();
    length = hasLast() ? table.size() : Math.max(length, table.length());
    places.length = length;
    shown.set({ pages, objects: length });
    // An effect that calls this should not depend on what a viewport reads.
    untracked(() => changes.next(places));
  };
  const showSoon = (): void => {
    if (!isDue) queueMicrotask(show);
    [isChanged, isDue] = [true, true];
  };

  const beginPage = (token: PageToken | undefined): Block<T> => {
    filling = { first: table.size(), came: [], rows: [], invalid: [] };
    held.set(table.pages(), filling);
    table.add(token);
    isChanged = true;
    return filling;
  };
  /** One that was dropped in the middle comes again as a whole. */
  const isHeld = (): boolean => filling !== undefined && held.get(table.pages() - 1) === filling;

  const forgetPages = (): void => {
    held.clear();
    table.cut(0);
    unobtainable.clear();
    filling = undefined;
  };
  const beginAgain = (): void => {
    old = blocks();
    forgetPages();
  };

  /** A page has these rows now. If they are more or fewer than before, those behind it move. */
  const put = (page: number, block: Block<T>): void => {
    const more = block.rows.length - table.countOf(page);
    const moved = more === 0 ? [] : behind(page);
    const before = held.get(page);
    if (before !== undefined) erase(before);
    moved.forEach(erase);
    table.resize(page, block.rows.length);
    for (const other of moved) other.first += more;
    moved.forEach(write);
    length += more;
    block.first = table.firstOf(page);
    write(block);
    held.set(page, block);
    isChanged = true;
  };
  const edited = (came: ReadonlyArray<T>): Array<T> => untracked(() => [...edits.over(came)]);
  const editAgain = (): void => {
    for (const [page, block] of held) {
      const again = { ...block, rows: edited(block.came) };
      if (block === filling) filling = again;
      put(page, again);
    }
  };
  edits.passTo({
    key: parts.key,
    changed: () => {
      editAgain();
      show();
    },
    confirm: (edit) => {
      parts.confirm(() => {
        let more = 0;
        for (const block of held.values()) {
          const before = block.came.length;
          block.came = [...edits.over(block.came, edit)];
          more += block.came.length - before;
        }
        return more;
      });
    },
    threw: parts.threw,
  });
  // They may have ended while the list was away.
  if (parts.kept?.edits !== undefined) editAgain();

  return {
    get size() {
      return table.size();
    },
    get objects() {
      return table.size();
    },
    value: computed(() => inMemory().flatMap(({ rows }) => rows)),
    invalid: computed(() => inMemory().flatMap(({ invalid }) => invalid)),
    progress: shown.asReadonly(),
    changes: changes.asObservable(),
    countPage: (token, page) => {
      pages += 1;
      table.learn(page);
      beginPage(token);
    },
    add: (object) => {
      // A walk that says nothing of its pages has one.
      const block = filling ?? beginPage(undefined);
      const index = table.size();
      const before = places[index];
      const isNew = index >= farthest || (before === undefined && looks.hasIndex(index));
      const now = before !== undefined && sameValue(before, object) ? before : object;
      if (isHeld()) block.came.push(now);
      for (const row of edited([now])) {
        table.grow();
        if (isHeld()) {
          block.rows.push(row);
          places[index] = row;
        } else Reflect.deleteProperty(places, index);
      }
      farthest = Math.max(farthest, table.size());
      showSoon();
      return isNew;
    },
    refuse: (complaint) => {
      const block = filling ?? beginPage(undefined);
      if (isHeld()) block.invalid.push(complaint);
      showSoon();
    },
    show,
    beginAgain,
    makeRoom: beginAgain,
    clear: () => {
      old = [];
      forgetPages();
      isChanged = length + pages > 0;
      places = [];
      [length, pages, farthest] = [0, 0, 0];
      show();
    },
    putAgain: ({ objects, invalid, records, ...next }: Collected<T>, page) => {
      if (page === 'rows') return undefined;
      const isMisnamed = table.isMisnamed(records);
      const isFrontier = page === table.pages() - 1 || isMisnamed;
      put(page, { first: 0, came: [...objects], rows: edited(objects), invalid: [...invalid] });
      unobtainable.delete(page);
      pages += 1;
      if (next.isLast || isMisnamed) {
        forget(new Set(behind(page)));
        table.cut(page + 1);
        length = table.size();
      } else if (!isFrontier && next.start.pageToken !== undefined) table.renew(page + 1, next.start.pageToken);
      return next.isLast || isFrontier ? next : undefined;
    },
    edits,
    keep: () => {
      const data = { table: table.keep(), held: [...held], length, pages, ...(edits.isWaiting() && { edits }) };
      edits.leave((edit) => {
        for (const [, block] of data.held) block.came = [...edits.over(block.came, edit)];
      });
      return data;
    },
    gaps: {
      isWanted: (page) => wanted().has(page),
      missing: (underWay) => {
        const inView = looks.shown();
        const missing = [...wanted()].filter(
          (page) => !held.has(page) && !underWay.includes(page) && (inView.has(page) || !unobtainable.has(page)),
        );
        return missing.slice(0, (table.canName() ? maxAtOnce : 1) - underWay.length);
      },
      reach: (next) => {
        const index = looks.farthest();
        return index === undefined || next === undefined ? undefined : table.nameTo(index, next);
      },
      tokenOf: table.tokenOf,
      giveUp: (page) => {
        if (looks.shown().has(page)) return false;
        unobtainable.add(page);
        return true;
      },
      trim: () => {
        isChanged = drop() || isChanged;
        show();
      },
    },
  };
};
