import { Observable } from 'rxjs';
import type { List } from '../../list/createList';
import { type Block, none } from '../../list/table/PageTable';

/** The rows of a list in an array, each at its index, as a viewport of the CDK gets them: emitted whenever they are others. */
export const placesOf = <T>(list: List<T>): Observable<ReadonlyArray<T | undefined>> =>
  new Observable((viewport) => {
    // It changes in place, and is emitted again then: copying all of it for every page would be for nothing.
    const places: Array<T | undefined> = [];
    let [shown, before]: [unknown, ReadonlyArray<Block<T>>] = [undefined, none];
    const write = ({ first, rows }: Block<T>): void => rows.forEach((row, index) => (places[first + index] = row));
    // An empty place takes no memory; one that holds undefined does.
    const erase = ({ first, rows }: Block<T>): void =>
      rows.forEach((_, index) => Reflect.deleteProperty(places, first + index));
    const put = (): void => {
      const { rows } = list.snapshot();
      if (rows === shown) return;
      shown = rows;
      let same = 0;
      while (same < rows.blocks.length && rows.blocks[same] === before[same]) same += 1;
      const [gone, come] = [before.slice(same), rows.blocks.slice(same)];
      before = rows.blocks;
      gone.filter((block) => !come.includes(block)).forEach(erase);
      come.filter((block) => !gone.includes(block)).forEach(write);
      places.length = rows.length;
      viewport.next(places);
    };
    put();
    return list.subscribe(put);
  });
