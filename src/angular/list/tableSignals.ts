import { computed, signal, untracked } from '@angular/core';
import type { Key } from '../../walk/recovery/seenBefore';
import { type Block, blocksOf, none, type PageTable } from '../../list/table/PageTable';
import { BehaviorSubject } from 'rxjs';
import { type Edit, withEdits } from '../../list/table/rows';

/** The rows of a list in an array, each at its index, as a viewport of the CDK gets them. */
export const placesOf = <T>() => {
  // It changes in place, and is emitted again then: copying all of it for every page would be for nothing.
  const places: Array<T | undefined> = [];
  const changes = new BehaviorSubject<ReadonlyArray<T | undefined>>(places);
  let before: ReadonlyArray<Block<T>> = none;
  const write = ({ first, rows }: Block<T>): void => rows.forEach((row, index) => (places[first + index] = row));
  // An empty place takes no memory; one that holds undefined does.
  const erase = ({ first, rows }: Block<T>): void =>
    rows.forEach((_, index) => Reflect.deleteProperty(places, first + index));

  return {
    changes: changes.asObservable(),
    put: (next: ReadonlyArray<Block<T>>, length: number): void => {
      let same = 0;
      while (same < next.length && next[same] === before[same]) same += 1;
      const [gone, come] = [before.slice(same), next.slice(same)];
      before = next;
      gone.filter((block) => !come.includes(block)).forEach(erase);
      come.filter((block) => !gone.includes(block)).forEach(write);
      places.length = length;
      changes.next(places);
    },
  };
};

export type Places<T> = ReturnType<typeof placesOf<T>>;

/** The rows of a table as the users of a list see them. `forgot` is called when other rows are in their place. */
export const painted = <T>(isIndexed: boolean, forgot: () => unknown, places: Places<T> | undefined) => {
  const drawn = signal<ReadonlyArray<Block<T>>>(none);
  let last: { table?: PageTable<T>; edits?: ReadonlyArray<Edit<T>>; length: number } = { length: 0 };
  // Signals need a new array, for an input that gets the same one is not set; it is made when it is read.
  const value = computed(() => drawn().flatMap(({ rows }) => rows));
  const invalid = computed(() => drawn().flatMap((block) => block.invalid));

  /** Shows the rows of a table with edits, if they are others than before. Returns the edits that throw. */
  const paint = (table: PageTable<T>, edits: ReadonlyArray<Edit<T>>, key: ((object: T) => Key) | undefined) => {
    if (table === last.table && edits === last.edits) return none;
    const came = blocksOf(table);
    const shown = key && edits.length > 0 ? withEdits(came, edits, key) : { blocks: came, more: 0, broken: none };
    const next = shown.blocks.filter(({ rows, invalid: refused }) => rows.length + refused.length > 0);
    const [before, length] = [untracked(drawn), table.length + shown.more];
    const isSame = length === last.length && next.length === before.length;
    last = { table, edits, length };
    if (isSame && next.every((block, index) => block === before[index])) return shown.broken;
    drawn.set(next);
    // A signal keeps what it gave until it is read again: the rows of a walk that was left would stay in memory.
    if (!isIndexed && before.length > 0 && before[0] !== next[0]) for (const read of [value, invalid, forgot]) read();
    places?.put(next, length);
    return shown.broken;
  };
  return { value, invalid, length: () => last.length, paint };
};
