import type { Observable } from 'rxjs';
import { maxTimer } from '../model/maxTimer';

/** A list that is left. */
export interface Keepable {
  /** Emits once no page is under way. */
  readonly idle: Observable<unknown>;
  /** Leaves the walk for good, and returns what to keep, which holds nothing of a component; undefined if that is nothing. */
  readonly keep: () => unknown;
}

/** A list under its name. Each belongs to a client: another one may show other rows under the same name. */
interface Entry {
  readonly client: unknown;
  readonly name: string;
  /** Lists of one group, as the pages of a table, take the room of one. Without a group they take none: nobody comes back to them. */
  readonly group: string | undefined;
  readonly isShown: boolean;
  /** Only of one that is shown, and that somebody sees. */
  readonly reload?: (() => void) | undefined;
  /** Whether it is to be kept: not where it is out of date, or another list that is shown has the name. */
  isKept: boolean;
  /** Ends the time for which it is kept. */
  expiry?: ReturnType<typeof setTimeout>;
  /** The list itself, as long as a page is under way, and then its data alone: nothing that leads to the component. */
  list?: Keepable | undefined;
  data?: unknown;
}

type Entries = Set<Entry>;

/** What is kept of a list from now on: its data. */
const dataOf = (entry: Entry): unknown => {
  const { list } = entry;
  entry.list = undefined;
  if (list !== undefined) entry.data = list.keep();
  return entry.data;
};

const drop = (entries: Entries, entry: Entry): unknown => {
  entries.delete(entry);
  clearTimeout(entry.expiry);
  return dataOf(entry);
};

/** The lists that nobody shows, the one that was left first in front. */
const away = (entries: Entries): Array<Entry> => [...entries].filter(({ isShown }) => !isShown);

const dropAway = (entries: Entries, isMeant: (entry: Entry) => boolean): void =>
  away(entries)
    .filter(isMeant)
    .forEach((entry) => drop(entries, entry));

/** Drops the lists of which there are more than `max` in a group, and those of groups of which there are more. */
const makeRoom = (entries: Entries, max: number, group: string | undefined): void => {
  const pages = away(entries).filter((entry) => entry.group === group);
  for (const entry of pages.slice(0, -max)) drop(entries, entry);
  const groups = away(entries).flatMap((entry) => entry.group ?? []);
  const room = new Set([...new Set(groups.reverse())].slice(0, max));
  dropAway(entries, (entry) => entry.group !== undefined && !room.has(entry.group));
};

/** Drops the lists whose names begin with this, also those that nobody sees yet. Gives those that are shown. */
const outdateIn = (entries: Entries, prefix: string): ReadonlyArray<Entry> => {
  const isMeant = ({ name }: Entry): boolean => name.startsWith(prefix);
  dropAway(entries, isMeant);
  const shown = [...entries].filter(isMeant);
  for (const entry of shown) entry.isKept &&= entry.reload !== undefined;
  return shown;
};

/** Keeps lists that nobody shows, at most `max` groups of them, each of at most as many, and each for `keepTime` milliseconds. `outside` runs what sets timers. */
export const createListCache = (
  max: number,
  keepTime: number,
  outside: <R>(run: () => R) => R = (run) => run(),
) => {
  const entries: Entries = new Set();
  let isDestroyed = false;

  const keep = (entry: Entry, list: Keepable): void => {
    entry.list = list;
    if (isDestroyed || max < 1 || !entry.isKept) return void dataOf(entry);
    entries.add(entry);
    const end = (): unknown => drop(entries, entry);
    const expiry = outside(() => setTimeout(end, Math.min(keepTime, maxTimer)));
    // In Node, no process waits for it.
    (expiry as { readonly unref?: () => void }).unref?.();
    entry.expiry = expiry;
    list.idle.subscribe(() => {
      if (dataOf(entry) === undefined) end();
    });
    makeRoom(entries, max, entry.group);
  };

  return {
    /** Opens the list of this name, with what was kept of it. */
    open: (
      client: unknown,
      name: string,
      reload: (() => void) | undefined,
      group: string | undefined,
    ) => {
      const named = [...entries].filter((one) => one.client === client && one.name === name);
      const isTaken = named.some((one) => one.isShown && one.isKept);
      const found = isTaken ? undefined : named.find(({ isShown }) => !isShown);
      const kept = found && drop(entries, found);
      const entry: Entry = { client, name, group, isShown: true, isKept: !isTaken, reload };
      entries.add(entry);
      return {
        kept,
        /** Another list that is shown has the name: neither takes the other's rows. */
        isTaken,
        /** Gives the name back, and keeps the list. */
        keep: (list: Keepable): void => {
          entries.delete(entry);
          keep({ ...entry, isShown: false, reload: undefined }, list);
        },
      };
    },
    /** Drops the lists of a client. */
    forget: (client: unknown): void => dropAway(entries, (entry) => entry.client === client),
    outdate: (prefix: string): void => void outdateIn(entries, prefix),
    /** The same, and reloads those that somebody sees. */
    invalidate: (prefix: string): void =>
      outdateIn(entries, prefix).forEach(({ reload }) => reload?.()),
    destroy: (): void => {
      isDestroyed = true;
      dropAway(entries, () => true);
    },
  };
};
