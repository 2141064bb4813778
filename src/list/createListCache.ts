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
  /** It is not to be kept. */
  isOutdated?: boolean;
  /** Ends the time for which it is kept. */
  expiry?: ReturnType<typeof setTimeout>;
  /** The list itself, as long as a page is under way, and then its data alone: nothing that leads to the component. */
  list?: Keepable | undefined;
  data?: unknown;
}

/** What is kept of a list from now on: its data. */
const dataOf = (entry: Entry): unknown => {
  const { list } = entry;
  entry.list = undefined;
  if (list !== undefined) entry.data = list.keep();
  return entry.data;
};

/** Keeps lists that nobody shows, at most `max` groups of them, each of at most as many, and each for `keepTime` milliseconds. `outside` runs what sets timers. */
export const createListCache = (
  max: number,
  keepTime: number,
  outside: <R>(run: () => R) => R = (run) => run(),
) => {
  const entries = new Set<Entry>();
  let isDestroyed = false;

  const away = (isMeant: (entry: Entry) => boolean = () => true): ReadonlyArray<Entry> =>
    [...entries].filter((entry) => !entry.isShown && isMeant(entry));
  const drop = (entry: Entry): unknown => {
    entries.delete(entry);
    clearTimeout(entry.expiry);
    return dataOf(entry);
  };

  const outdate = (prefix: string): ReadonlyArray<Entry> => {
    const meant = [...entries].filter(({ name }) => name.startsWith(prefix));
    meant.filter(({ isShown }) => !isShown).forEach(drop);
    const shown = meant.filter(({ isShown }) => isShown);
    for (const entry of shown) entry.isOutdated = entry.reload === undefined;
    return shown;
  };

  const keep = (entry: Entry, list: Keepable): void => {
    entry.list = list;
    if (isDestroyed || max < 1 || entry.isOutdated) return void dataOf(entry);
    entries.add(entry);
    const expiry = outside(() => setTimeout(() => drop(entry), Math.min(keepTime, maxTimer)));
    // In Node, no process waits for it.
    (expiry as { readonly unref?: () => void }).unref?.();
    entry.expiry = expiry;
    list.idle.subscribe(() => {
      if (dataOf(entry) === undefined) drop(entry);
    });
    const pages = away(({ group }) => group === entry.group);
    pages.slice(0, -max).forEach(drop);
    const isNamed = ({ group: own }: Entry): boolean => own !== undefined;
    const groups = [...new Set([...away(isNamed)].reverse().map(({ group }) => group))];
    const left = new Set(groups.slice(max));
    away(({ group }) => left.has(group)).forEach(drop);
  };

  return {
    /** Opens the list of this name; undefined where one that is shown has the name, so that neither takes the other's rows. */
    open: (
      client: unknown,
      name: string,
      reload: (() => void) | undefined,
      group: string | undefined,
    ) => {
      const found = [...entries].find((other) => other.client === client && other.name === name);
      if (found?.isShown) return undefined;
      const kept = found && drop(found);
      const entry: Entry = { client, name, group, isShown: true, reload };
      entries.add(entry);
      return {
        kept,
        /** Gives the name back, and keeps the list. */
        keep: (list: Keepable): void => {
          entries.delete(entry);
          keep({ ...entry, isShown: false, reload: undefined }, list);
        },
      };
    },
    /** Drops the lists of a client. */
    forget: (client: unknown): void => away((entry) => entry.client === client).forEach(drop),
    /** Drops the lists whose names begin with this, also those that nobody sees yet. */
    outdate: (prefix: string): void => void outdate(prefix),
    /** The same, and reloads those that somebody sees. */
    invalidate: (prefix: string): void => outdate(prefix).forEach(({ reload }) => reload?.()),
    destroy: (): void => {
      isDestroyed = true;
      away().forEach(drop);
    },
  };
};
