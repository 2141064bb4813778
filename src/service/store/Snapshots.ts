import type { Objects } from './Properties';

interface Snapshot<S> {
  readonly kept: S;
  readonly owner: string;
  readonly taken: number;
}

/** Walks that never end must not fill the memory. Beyond this many, one snapshot is dropped for each new one. */
const maxSnapshots = 1_000;

/** The oldest snapshot of the client with the most, so that one client does not displace all others. */
const dispensable = (kept: ReadonlyMap<number, Snapshot<unknown>>): number | undefined => {
  const counts = new Map<string, number>();
  for (const { owner } of kept.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const max = Math.max(...counts.values());
  for (const [id, { owner }] of kept) if (counts.get(owner) === max) return id;
  return undefined;
};

export type Snapshots<S = Objects> = ReturnType<typeof createSnapshots<S>>;

/** The data that snapshot walks page through, each as it was when its walk began. */
export const createSnapshots = <S = Objects>(lifetime: number) => {
  // In the order in which they were taken. Only a page token names one, and a token cannot be made up.
  const kept = new Map<number, Snapshot<S>>();
  let latest = 0;

  const sweep = (now: number): void => {
    for (const [id, { taken }] of kept) {
      if (now - taken < lifetime) return;
      kept.delete(id);
    }
  };

  return {
    /** Keeps something for a client, which any string identifies. */
    take: (data: S, owner: string, now: number): number => {
      sweep(now);
      latest += 1;
      kept.set(latest, { kept: data, owner, taken: now });
      if (kept.size > maxSnapshots) kept.delete(dispensable(kept) ?? latest);
      return latest;
    },
    find: (id: number, now: number): S | undefined => {
      sweep(now);
      return kept.get(id)?.kept;
    },
  };
};
