import type { Signal } from '@angular/core';
import type { InvalidObject } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import type { ListedPage } from '../ObjectQueryFeature';
import type { WalkList, WalkListOptions, WalkSource } from '../WalkList';
import type { Collected } from './collectWalk';
import type { Again, ListState, NextPage } from './ListState';

/** How many rows a list has, including those that could not be read, and how many objects. */
export interface RowCount {
  readonly size: number;
  readonly objects: number;
}

/** The rows that a list fills. */
export interface ListRows<T> extends RowCount {
  /** Whether the object is a new one; one that is known by its key is dropped. */
  readonly add: (object: T) => boolean;
  readonly refuse: (invalid: InvalidObject) => void;
  /** A page has come, by this token. */
  readonly countPage: (token: PageToken | undefined, page: ListedPage) => void;
  /** Shows what has come. It is shown in any case when the code that runs has ended, so that a page is shown as one. */
  readonly show: () => void;
  /** The same objects will come again: rows without a key, which cannot be distinguished from them, are removed. */
  readonly beginAgain: () => void;
  /** The same, but they stay until the first page is here. */
  readonly makeRoom: () => void;
  readonly clear: () => void;
  /**
   * Puts what was asked for again in its place, and says how the list continues; undefined for as before. `asked` is how many rows
   * there were then.
   */
  readonly putAgain: (came: Collected<T>, what: Again, asked: RowCount) => NextPage | undefined;
}

/** The pages of a list that are not in memory. */
export interface Gaps {
  /** Those that are wanted, as far as they may be asked for beside others that are under way. */
  readonly missing: (underWay: ReadonlyArray<unknown>) => ReadonlyArray<number>;
  /**
   * Names the pages from the one of this token up to what viewports show, where they are far behind the last one that has come and
   * their scheme can name them. Gives the token of the page behind them.
   */
  readonly reach: (next: PageToken | undefined) => PageToken | undefined;
  readonly isWanted: (page: number) => boolean;
  readonly tokenOf: (page: number) => PageToken | undefined;
  /** The page could not be loaded. False if a viewport shows it. */
  readonly giveUp: (page: number) => boolean;
  /** Drops what there is no room for. */
  readonly trim: () => void;
}

/** What looks at a list, and decides whether it wants more rows. */
export interface Viewer {
  /** Whether to ask for a page while these rows are here. After rows that came with the HTML it is the first page. */
  readonly isWanted: (rows: RowCount, isTransferred: boolean) => boolean;
  /** The walk begins, or continues after an error, as somebody has asked for. */
  readonly begins?: (rows: RowCount) => void;
  /** Wants more while Angular renders, when no signal may be written. */
  readonly isRendering?: true;
}

/** What differs between lists. */
export interface ListParts<T> extends Pick<WalkListOptions<never, T>, 'restarts' | 'debugName'> {
  readonly source: WalkSource<T>;
  readonly viewer: Viewer;
  readonly rows: ListRows<T>;
  readonly gaps?: Gaps | undefined;
  /** Where a list that was kept stood, and when its rows were asked for. */
  readonly kept?: { readonly state: ListState; readonly at: number } | undefined;
  /** Whether rows are known by a key or an index, so that the walk may begin again by itself when a page token has expired. */
  readonly isKnown: boolean;
  /** Whether rows that are asked for again are put in their places. */
  readonly isKeyed: boolean;
  /** Called before the rows are removed. It says whether another user's rows follow. */
  readonly onClear: (isForOther: boolean) => void;
}

/** A walk that fills a list as far as its viewer wants it to. */
export interface List extends Pick<WalkList<unknown>, 'status' | 'error' | 'retrying' | 'retry' | 'reload' | 'pause'> {
  readonly state: Signal<ListState>;
  /** What the viewer wants has changed. */
  readonly demand: () => void;
  /** The same, and a walk that is wanted begins at once: never while Angular renders, or before inputs are set. */
  readonly demandNow: () => void;
  /** Begins before anybody looks: rows that came with the HTML are there at once, and a request waits until it is wanted. */
  readonly hydrate: () => void;
  /** The list is not visible: after the page in flight, no page is requested until it is. */
  readonly release: () => void;
  /** Calls back when no page is under way, at once where none is. */
  readonly whenSettled: (settled: () => void) => void;
  /** An edit becomes a part of the rows, which are this many more. What was asked for before does not have it. */
  readonly confirm: (apply: () => number) => void;
  /** When the rows were asked for, in milliseconds since 1970. */
  readonly at: () => number;
  readonly destroy: () => void;
}

/** Milliseconds between two requests, if a viewport has scrolled past the page of the first one before it came. */
export const pauseAfterPassing = 100;
