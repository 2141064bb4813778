import * as O from 'fp-ts/Option';
import type { Key } from '../../walk/recovery/seenBefore';
import { noEntries } from '../table/PageTable';
import { type Edit, keyOfEdit, type Keys } from './Edit';

/** An edit that is not a part of the rows in memory yet. */
interface Entry<T> {
  readonly edit: Edit<T>;
  /** When it was made, by the clock of the log. */
  readonly made: number;
  readonly isConfirmed: boolean;
  /** A page came meanwhile. The service may have counted with or without the row that is removed. */
  readonly isAmbiguous: boolean;
}

/** An edit that has become a part of the rows in memory. Requests that left before may bring rows without it. */
interface LateEdit<T> {
  readonly edit: Edit<T>;
  readonly made: number;
  readonly confirmed: number;
}

/** The edits of a list, in the order in which they were made. */
export interface EditLog<T> {
  /** Raised by each edit that is made or becomes a part of the rows. */
  readonly clock: number;
  readonly entries: ReadonlyArray<Entry<T>>;
  /** What requests under way may lack. */
  readonly late: ReadonlyArray<LateEdit<T>>;
  /** What temporary keys mean. */
  readonly names: ReadonlyMap<Key, Key>;
}

export const newLog = <T>(): EditLog<T> => ({
  clock: 0,
  entries: noEntries,
  late: noEntries,
  names: new Map(),
});

const realKey = (names: ReadonlyMap<Key, Key>, key: Key): Key => {
  const next = names.get(key);
  return next === undefined ? key : realKey(names, next);
};

/** How rows are told apart, where temporary keys mean others by now. */
export const keysOf = <T>({ names }: EditLog<T>, key: (object: T) => Key): Keys<T> => ({
  of: names.size === 0 ? key : (object) => realKey(names, key(object)),
  real: (own) => realKey(names, own),
});

/** Whether an edit that is under way names a row by this key. */
const isNamed = <T>({ entries, late }: EditLog<T>, key: Key | undefined): boolean =>
  [...entries, ...late].some(
    ({ edit }) => (edit.type === 'insert' ? edit.after : edit.key) === key,
  );

/**
 * What temporary keys mean when a row is inserted: one that has been used before is that of the new row, unless an edit that names the
 * row before by it is under way.
 */
const namesFor = <T>(
  log: EditLog<T>,
  edit: Edit<T>,
  key: ((object: T) => Key) | undefined,
): EditLog<T>['names'] => {
  const { names } = log;
  if (edit.type !== 'insert' || names.size === 0 || key === undefined) return names;
  // What it throws is thrown where the row is put over others.
  const own = O.toUndefined(O.tryCatch(() => key(edit.object)));
  return isNamed(log, own) ? names : new Map([...names].filter(([name]) => name !== own));
};

export const made = <T>(log: EditLog<T>, edit: Edit<T>, key?: (object: T) => Key): EditLog<T> => {
  const clock = log.clock + 1;
  const entry = { edit, made: clock, isConfirmed: false, isAmbiguous: false };
  const names = namesFor(log, edit, key);
  return { ...log, clock, names, entries: [...log.entries, entry] };
};

/** An edit is gone, wherever it is. */
export const without = <T>(log: EditLog<T>, edit: Edit<T>): EditLog<T> => ({
  ...log,
  entries: log.entries.filter((entry) => entry.edit !== edit),
  late: log.late.filter((entry) => entry.edit !== edit),
});

/** The service has accepted an edit, and may have given an inserted row another key. */
export const confirm = <T>(
  log: EditLog<T>,
  edit: Edit<T>,
  row: T | undefined,
  key: (object: T) => Key,
  hasCome: (key: Key) => boolean,
): EditLog<T> => {
  const isMade = edit.type === 'insert' && row !== undefined;
  const accepted = isMade ? { ...edit, object: row } : edit;
  const name = isMade
    ? { before: key(edit.object), after: realKey(log.names, key(row)) }
    : undefined;
  const isOther = name !== undefined && name.before !== name.after;
  const isKept = isOther && log.names.has(name.before) && isNamed(log, name.before);
  const names = isOther && !isKept ? new Map([...log.names, [name.before, name.after]]) : log.names;
  // A load has brought the row that it is called by now: the temporary one only goes.
  const isThere = isOther && hasCome(name.after);
  const entries = log.entries.flatMap((entry) => {
    if (entry.edit !== edit) return [entry];
    return isThere ? [] : [{ ...entry, edit: accepted, isConfirmed: true }];
  });
  return { ...log, names, entries };
};

/**
 * Splits the edits into those that become a part of the rows, because they are confirmed and no earlier one of their row waits, and
 * those that are left. Inserts wait for earlier ones, so that their order stays; a removal waits for the insert of its row, and for
 * what was inserted behind it.
 */
export const settle = <T>(log: EditLog<T>, keys: Keys<T>) => {
  const [waiting, inserts, anchors] = [new Set<Key>(), new Set<Key>(), new Set<Key>()];
  const isDone = ({ edit, isConfirmed }: Entry<T>): boolean => {
    const key = keyOfEdit(edit, keys);
    const mayLeave = {
      remove: () => !inserts.has(key) && !anchors.has(key),
      patch: () => !waiting.has(key),
      insert: () => inserts.size === 0 && !waiting.has(key),
    };
    if (isConfirmed && mayLeave[edit.type]()) return true;
    waiting.add(key);
    if (edit.type === 'insert') inserts.add(key);
    if (edit.type === 'insert' && edit.after !== undefined) anchors.add(keys.real(edit.after));
    return false;
  };
  const entries: Array<Entry<T>> = [];
  const confirmed: Array<Entry<T>> = [];
  for (const entry of log.entries) (isDone(entry) ? confirmed : entries).push(entry);
  const clock = log.clock + 1;
  const late = [...log.late, ...confirmed.map((entry) => ({ ...entry, confirmed: clock }))];
  late.sort((one, other) => one.made - other.made);
  return { log: { ...log, clock, entries, late }, edits: confirmed.map(({ edit }) => edit) };
};

/** The edits that a request may lack that left at this time. */
export const lateFor = <T>({ late }: EditLog<T>, left: number): ReadonlyArray<Edit<T>> =>
  late.filter(({ confirmed }) => confirmed > left).map(({ edit }) => edit);

/** How many rows more the service has because of these edits. */
export const rowsMore = (edits: ReadonlyArray<Pick<Edit<never>, 'type'>>): number =>
  edits.reduce((more, { type }) => more + Number(type === 'insert') - Number(type === 'remove'), 0);

/** Keeps of the confirmed edits what the oldest request under way may lack. */
export const forget = <T>(log: EditLog<T>, oldest: number): EditLog<T> =>
  log.late.some(({ confirmed }) => confirmed <= oldest)
    ? { ...log, late: log.late.filter(({ confirmed }) => confirmed > oldest) }
    : log;

const isOpenRemoval = <T>({ edit, isConfirmed }: Entry<T>): boolean =>
  edit.type === 'remove' && !isConfirmed;

/** A page has come: removals that wait may be counted in it or not. */
export const pageCame = <T>(log: EditLog<T>): EditLog<T> =>
  log.entries.some(isOpenRemoval)
    ? {
        ...log,
        entries: log.entries.map((entry) =>
          isOpenRemoval(entry) ? { ...entry, isAmbiguous: true } : entry,
        ),
      }
    : log;
