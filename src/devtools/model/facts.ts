/** Something that the panel says of a walk or of a request. */
export type Fact = readonly [term: string, text: string];

/** What is not said has an empty text. */
export const facts = (...all: ReadonlyArray<Fact>): ReadonlyArray<Fact> =>
  all.filter(([, text]) => text !== '');
