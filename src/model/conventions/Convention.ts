/** What something in a request or a response may say about pages. */
export type Role =
  // in a response
  | 'items'
  | 'otherList'
  | 'holder'
  | 'nextLink'
  | 'nextCursor'
  | 'nextPart'
  | 'linkPart'
  | 'cursorPart'
  | 'wrapper'
  | 'previous'
  | 'more'
  | 'done'
  | 'total'
  | 'lastPage'
  | 'partial'
  // the name of a cursor, and what takes it
  | 'taker'
  // in a request, or where a response repeats it
  | 'page'
  | 'offset'
  | 'size'
  | 'cursor'
  // a word of a name
  | 'totalWord'
  | 'otherWord'
  | 'estimateWord'
  | 'cursorWord'
  | 'streamWord';

/** What a value has to be: `count` is a whole number, also in digits; `value` is a text or a number. */
export type ValueType = 'flag' | 'count' | 'text' | 'address' | 'value' | 'object' | 'list' | 'any';

/** Names that services give to one thing: a row of all that is known of paging. */
export interface Convention {
  readonly role: Role;
  /**
   * Plain names, separated by spaces. A `/` stands between an object and what is in it, `*` for at least one character, which
   * may be at the end or the beginning. What is in a header has `header:` before it.
   */
  readonly path: string;
  readonly type: ValueType;
  /** 3: nothing else is called so; 2: usual; 1: rare, or something else in other places. Of two in one place the higher counts. */
  readonly worth: 1 | 2 | 3;
  /** The parameters that take a cursor of this name, the likeliest first, as a service with snake_case writes them; `*` as above. */
  readonly to?: string;
  /** One of these stands beside it. */
  readonly beside?: string;
  /** It is left out where it is false. */
  readonly isSparse?: true;
  /** Every page has it, and an empty page is the end. */
  readonly isEndless?: true;
}

/** A name as rows have it: in lower case, without `_` and `-`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

export const namesIn = (names: string): ReadonlyArray<string> => names.split(' ');

/** The names of some rows. */
export const allNames = (rows: ReadonlyArray<Convention>): ReadonlySet<string> =>
  new Set(rows.flatMap(({ path }) => namesIn(path)));
