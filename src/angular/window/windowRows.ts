import { computed, signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import { BehaviorSubject, type Observable } from 'rxjs';
import type { PageToken } from '../../model/PageToken';
import type { FilledRows } from '../list/Viewer';
import { type GrowingRows, objectsIn } from '../rows/growingRows';
import { sameValue } from '../rows/sameValue';
import type { Row } from '../WalkState';
import type { LookedAt } from './lookedAt';
import type { PageTable } from './pageTable';

/** Rows that are in memory, and the index of the first one. */
interface Block<T> {
  first: number;
  readonly rows: Array<Row<T>>;
}

/** The rows of a list of which only those near the viewport are in memory. */
export interface WindowRows<T>
  extends FilledRows<T>, Pick<GrowingRows<T>, 'value' | 'invalid' | 'objects' | 'progress'> {
  /** One array, with empty places where rows are not in memory. It changes in place, and is emitted again then. */
  readonly changes: Observable<ReadonlyArray<Row<T> | undefined>>;
  /** The token of the page that is about to be counted. */
  readonly comes: (token: PageToken | undefined) => void;
  /** Whether it is one of the pages that are to be in memory. */
  readonly isWanted: (page: number) => boolean;
  /** A page that viewports want and that is not in memory, those that they show first. */
  readonly missing: () => number | undefined;
  /** The page could not be had. It is not asked for again before a viewport shows it. */
  readonly giveUp: (page: number) => void;
  /** Rows of a page have come again. */
  readonly fill: (page: number, rows: ReadonlyArray<Row<T>>) => void;
  /** The page was the last one: what lies behind it is gone. */
  readonly cutBehind: (page: number) => void;
  /** Drops what the window has no room for, now that viewports look elsewhere. */
  readonly trim: () => void;
}

interface Hears {
  /** The walk begins again, so that pages have other numbers. */
  readonly again: () => void;
  readonly shown: () => void;
  /** Whether the last page has come. */
  readonly isWhole: () => boolean;
}

export const windowRows = <T>(table: PageTable, looks: LookedAt, max: number, hear: Hears): WindowRows<T> => {
  let places: Array<Row<T> | undefined> = [];
  const held = new Map<number, Block<T>>();
  /** Rows of a walk before this one, which are shown until this one has come as far. */
  let old: ReadonlyArray<Block<T>> = [];
  const unobtainable = new Set<number>();
  let filling: Block<T> | undefined;
  let token: PageToken | undefined;
  let [length, pages, farthest] = [0, 0, 0];
  let isChanged = false;
  let isDue = false;
  const changes = new BehaviorSubject<ReadonlyArray<Row<T> | undefined>>(places);
  const shown = signal({ pages, objects: length });

  const blocks = (): Array<Block<T>> => [...held.values(), ...old];
  const write = ({ first, rows }: Block<T>): void => {
    rows.forEach((row, index) => (places[first + index] = row));
  };
  // An empty place takes no memory; one that holds undefined does.
  const erase = ({ first, rows }: Block<T>): void => {
    rows.forEach((_, index) => Reflect.deleteProperty(places, first + index));
  };

  const objects = computed(() => {
    shown();
    return blocks()
      .sort((one, other) => one.first - other.first)
      .flatMap(({ rows }) => rows);
  });

  const behind = (page: number): Array<Block<T>> => [
    ...[...held].flatMap(([other, block]) => (other > page ? [block] : [])),
    ...old,
  ];

  const forget = (isMeant: (block: Block<T>) => boolean): void => {
    for (const [page, block] of held) if (isMeant(block)) held.delete(page);
    old = old.filter((block) => !isMeant(block));
  };

  /** The walk has come as far as rows of the one before. */
  const overtake = (): void => {
    for (const block of old) {
      const overtaken = Math.min(Math.max(0, table.size - block.first), block.rows.length);
      block.rows.splice(0, overtaken);
      block.first += overtaken;
      if (hear.isWhole()) erase(block);
    }
    old = old.filter(({ rows }) => rows.length > 0 && !hear.isWhole());
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
    dropped.forEach(erase);
    forget((block) => dropped.has(block));
    return dropped.size > 0;
  };

  const show = (): void => {
    isDue = false;
    if (isChanged) {
      isChanged = false;
      overtake();
      drop();
      length = hear.isWhole() ? table.size : Math.max(length, table.size);
      places.length = length;
      shown.set({ pages, objects: length });
      // An effect that calls this should not depend on what a viewport reads.
      untracked(() => {
        changes.next(places);
      });
    }
    hear.shown();
  };

  const beginPage = (): void => {
    filling = { first: table.size, rows: [] };
    held.set(table.pages, filling);
    table.add(token);
    isChanged = true;
  };

  const forgetPages = (): void => {
    held.clear();
    table.cut(0);
    unobtainable.clear();
    filling = undefined;
    hear.again();
  };

  const beginAgain = (): void => {
    old = blocks();
    forgetPages();
  };

  return {
    get size() {
      return table.size;
    },
    get valid() {
      return table.size;
    },
    objects,
    value: computed(() => objectsIn(objects())),
    invalid: computed(() => objects().flatMap((row) => (E.isLeft(row) ? row.left : []))),
    progress: shown.asReadonly(),
    changes: changes.asObservable(),
    comes: (next) => {
      token = next;
    },
    countPage: () => {
      pages += 1;
      beginPage();
    },
    add: (row) => {
      // A walk that says nothing of its pages has one.
      if (filling === undefined) beginPage();
      const index = table.size;
      const before = places[index];
      const isNew = index >= farthest || (before === undefined && looks.hasIndex(index));
      farthest = Math.max(farthest, index + 1);
      table.grow();
      // One that was dropped in the middle comes again as a whole.
      if (filling !== undefined && held.get(table.pages - 1) === filling) {
        const now = before !== undefined && sameValue(before, row) ? before : row;
        filling.rows.push(now);
        places[index] = now;
      } else Reflect.deleteProperty(places, index);
      isChanged = true;
      if (!isDue) queueMicrotask(show);
      isDue = true;
      return isNew;
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
    isWanted: (page) => wanted().has(page),
    missing: () => {
      const inView = looks.shown();
      return [...wanted()].find((page) => !held.has(page) && (inView.has(page) || !unobtainable.has(page)));
    },
    giveUp: (page) => {
      unobtainable.add(page);
    },
    fill: (page, rows) => {
      const more = rows.length - table.countOf(page);
      const moved = more === 0 ? [] : behind(page);
      moved.forEach(erase);
      table.resize(page, rows.length);
      for (const block of moved) block.first += more;
      moved.forEach(write);
      length += more;
      const block = { first: table.firstOf(page), rows: [...rows] };
      write(block);
      held.set(page, block);
      unobtainable.delete(page);
      pages += 1;
      isChanged = true;
    },
    cutBehind: (page) => {
      const gone = new Set(behind(page));
      gone.forEach(erase);
      forget((block) => gone.has(block));
      table.cut(page + 1);
      length = table.size;
      isChanged = true;
    },
    trim: () => {
      if (!drop()) return;
      isChanged = true;
      show();
    },
  };
};
