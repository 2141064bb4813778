/** How far a walk has come. It is counted in place: the progress line reads it ten times a second. */
export interface Tally {
  /** Pages that were written. */
  pages: number;
  /** Objects that were written. */
  objects: number;
  /** Objects that could not be written because they were invalid. */
  invalid: number;
  /** Requests that were sent again for a page that had been asked for already. */
  retries: number;
  /** How often the walk began again because its page token had expired. */
  restarts: number;
  /** Objects, of those that were written, that an earlier run has written. */
  readonly earlier: number;
}

/** What is known of the runs before this one. */
export type Earlier = Readonly<Pick<Tally, 'pages' | 'objects' | 'invalid'>>;

export const newTally = ({ pages, objects, invalid }: Earlier = { pages: 0, objects: 0, invalid: 0 }): Tally => ({
  pages,
  objects,
  invalid,
  retries: 0,
  restarts: 0,
  earlier: objects,
});
