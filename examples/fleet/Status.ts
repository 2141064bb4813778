/* Part of the demo. */
/** How a part stands. */
export interface PartStatus {
  readonly label: string;
  /** Who has it, or had it last. */
  readonly worker: string;
  readonly isAbandoned: boolean;
  readonly isDone: boolean;
  readonly round: number;
  readonly pages: number;
  readonly objects: number;
  /** Objects kept a second. */
  readonly rate: number;
}

/** How the fleet stands. */
export interface Status {
  readonly seconds: number;
  /** How many parts there are, those included that nobody has begun. */
  readonly parts: number;
  /** How many objects each of them has. */
  readonly objects: number;
  readonly workers: ReadonlyArray<string>;
  /** The names of workers that were killed, or ended. */
  readonly gone: ReadonlyArray<string>;
  readonly begun: ReadonlyArray<PartStatus>;
}
