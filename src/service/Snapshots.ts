import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import type { Properties } from './Properties';

type Objects = ReadonlyArray<Properties>;

/** The data that snapshot walks page through, each as it was when its walk began (seed 4.5). */
export interface Snapshots {
  take(objects: Objects): string;
  find(id: string): O.Option<Objects>;
}

/** Walks that never end must not fill the memory: beyond this many, the oldest snapshot goes. */
const mostSnapshots = 1_000;

export const createSnapshots = (lifetime: number): Snapshots => {
  // In the order in which they were taken, which is the order in which they vanish.
  const kept = new Map<string, { readonly objects: Objects; readonly taken: number }>();

  const sweep = (): void => {
    for (const [id, { taken }] of kept) {
      if (Date.now() - taken < lifetime && kept.size <= mostSnapshots) return;
      kept.delete(id);
    }
  };

  return {
    take: (objects) => {
      const id = randomUUID();
      kept.set(id, { objects, taken: Date.now() });
      sweep();
      return id;
    },
    find: (id) => {
      sweep();
      return O.fromNullable(kept.get(id)?.objects);
    },
  };
};
