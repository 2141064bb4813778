/** A list inside the objects of a walk: what says whether there is more of it, and how many objects have said so (law 47). */
export interface SeenList {
  readonly list: ReadonlyArray<string>;
  readonly flag: ReadonlyArray<string>;
  /** Which kind of sign is at `flag`. */
  readonly sign: number;
  /** How many objects have had it cut off. */
  readonly objects: number;
}

/** What the pages of a walk have said since its beginning, as plain JSON, so that a place can keep it: its doubts are made of this. */
export interface Seen {
  /** Whether the walk is a part of what there is: pages came before those of which this is known, or its request begins elsewhere. */
  readonly isPart: boolean;
  readonly objects: number;
  /** The sources at which no page had anything; undefined before the first page. */
  readonly unseen?: ReadonlyArray<string> | undefined;
  /** What the page that said it last calls the number of all objects. */
  readonly totals: ReadonlyArray<number>;
  /** The first total, and the one that is furthest from it. */
  readonly total?: { readonly from: number; readonly to: number } | undefined;
  /** Whether any total was another number than that of the items on its page, which some services call their total. */
  readonly isTotal: boolean;
  /** The highest number of a last page. */
  readonly highest: number;
  /** How far the number of the last page fell. */
  readonly fall?: { readonly from: number; readonly to: number } | undefined;
  readonly partial?: string | undefined;
  /** Undefined before the first page with objects. */
  readonly lists?: ReadonlyArray<SeenList> | undefined;
}
