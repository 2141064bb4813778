import { BehaviorSubject } from 'rxjs';
import { type Block, none } from '../table/PageTable';
import type { Places } from '../table/painted';

/** The rows of a list in an array, each at its index. */
export const placesOf = <T>(): Places<T> => {
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
    put: (next, length) => {
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
