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
}

export const newTally = (): Tally => ({ pages: 0, objects: 0, invalid: 0, retries: 0 });
