/** Where the fleet keeps its things in a database: what is outside of these two schemas is not touched. */
export const schema = 'pagewalk_fleet';
export const queueSchema = 'pagewalk_fleet_queue';

/** A walk that a worker is to do: what a job of the queue says. */
export interface Walk {
  /** The name under which its place is kept. A new one for each run, so that the stamps of two runs differ. */
  readonly id: string;
  readonly objectType: string;
  /** The address of the service that has the objects. */
  readonly service: string;
  /** The part of the walk that this is, and the ids that belong to it: from one, and below another. */
  readonly part?: {
    readonly name: string;
    readonly of: ReadonlyArray<string>;
    readonly from: number;
    readonly below: number;
  };
}

/** The parts of a walk over objects with the ids 1 to `objects`. The first and the last are open at their ends. */
export const partsOf = (walk: Walk, objects: number, count: number): ReadonlyArray<Walk> => {
  if (count === 1) return [walk];
  const names = Array.from({ length: count }, (_, index) => String(index + 1));
  const firstOf = (index: number): number => 1 + Math.floor((index * objects) / count);
  return names.map((name, index) => ({
    ...walk,
    part: {
      name,
      of: names,
      from: index === 0 ? Number.MIN_SAFE_INTEGER : firstOf(index),
      below: index === count - 1 ? Number.MAX_SAFE_INTEGER : firstOf(index + 1),
    },
  }));
};

/** What tells a walk, or a part of one, from all others. */
export const keyOf = (id: string, part: string | undefined): string =>
  part === undefined ? id : `${id}/${part}`;

/** What people call it. */
export const labelOf = ({ objectType, part }: Walk): string => keyOf(objectType, part?.name);

/** What the service allows, for all workers together. */
export const budgetOf = (limits: { readonly perMinute: number; readonly concurrent: number }) => ({
  name: 'service',
  schema,
  ...limits,
});

/** The table of an object type. Its name becomes part of statements, so only what needs no quotes is one. */
export const tableOf = (objectType: string): string => {
  if (!/^[a-z]\w{0,50}$/.test(objectType))
    throw new Error(`${JSON.stringify(objectType)} cannot be the name of a table`);
  return `${schema}.${objectType}`;
};
