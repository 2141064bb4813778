/** How far a walk has come. It is counted in place: the progress line reads it ten times a second. */
export interface Tally {
  /** Pages that were written. */
  pages: number;
  /** Objects that were written. */
  objects: number;
  /** Objects that could not be written because they were invalid. */
  invalid: number;
  /** Objects that were left out of a walk that had begun again because another one has their key. */
  omitted: number;
  /** Requests that were sent again for a page that had been asked for already. */
  retries: number;
  /** How often the walk began again because its page token had expired. */
  restarts: number;
  /** How many objects there are in all, if the service says it. */
  total?: number;
  /** Objects, of those that were written, that an earlier run has written. */
  readonly earlier: number;
}

/** What is known of the runs before this one. */
export type Earlier = Readonly<Pick<Tally, 'pages' | 'objects' | 'invalid'> & Partial<Pick<Tally, 'omitted'>>>;

const none: Earlier = { pages: 0, objects: 0, invalid: 0 };

export const newTally = ({ pages, objects, invalid, omitted = 0 }: Earlier = none): Tally => ({
  pages,
  objects,
  invalid,
  omitted,
  retries: 0,
  restarts: 0,
  earlier: objects,
});
