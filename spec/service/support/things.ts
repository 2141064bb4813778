/** Objects of a type, `{ id: 1 }`, `{ id: 2 }` and so on. */
export const things = (count: number): ReadonlyArray<{ readonly id: number }> =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

/** What a service is given to serve so many of them. */
export const withThings = (
  count: number,
): { readonly objects: { readonly thing: ReadonlyArray<{ readonly id: number }> } } => ({
  objects: { thing: things(count) },
});

/** The numbers from one up to another. */
export const ids = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
