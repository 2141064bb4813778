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
}

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
