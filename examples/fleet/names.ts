/** Where the fleet keeps its things in a database: what is outside of these two schemas is not touched. */
export const schema = 'pagewalk_fleet';
export const engineSchema = 'pagewalk_fleet_dbos';

/** What the schedule copies: the objects of a type, in parts. */
export interface Task {
  readonly objectType: string;
  /** The address of the service that has the objects. */
  readonly service: string;
  /** How many there are; their ids begin with 1. */
  readonly objects: number;
  /** In how many parts they are walked. */
  readonly parts: number;
}

/** A part of one walk: what a job of the queue says. */
export interface Copy extends Pick<Task, 'objectType' | 'service'> {
  /** The name under which the places of all parts are kept: another one for each run. */
  readonly walk: string;
  readonly part: string;
  /** The names of all parts. */
  readonly of: ReadonlyArray<string>;
  /** The ids that belong to it: from one, and below another. */
  readonly from: number;
  readonly below: number;
}

/** The parts of a run. The first and the last are open at their ends. */
export const copiesOf = (
  { objectType, service, objects, parts }: Task,
  run: string,
): ReadonlyArray<Copy> => {
  const names = Array.from({ length: parts }, (_, index) => String(index + 1));
  const firstOf = (index: number): number => 1 + Math.floor((index * objects) / parts);
  return names.map((part, index) => ({
    objectType,
    service,
    walk: `${objectType} ${run}`,
    part,
    of: names,
    from: index === 0 ? Number.MIN_SAFE_INTEGER : firstOf(index),
    below: index === parts - 1 ? Number.MAX_SAFE_INTEGER : firstOf(index + 1),
  }));
};

/** What people call a part. */
export const labelOf = ({ objectType, part }: Copy): string => `${objectType}/${part}`;

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
