import type { Monoid } from 'fp-ts/Monoid';

/**
 * `foldMap` that puts halves together: where parts grow as they are put together, and a stranger says how many there are, one
 * after the other would take the square of their number.
 */
export const foldMapBalanced =
  <M>({ empty, concat }: Monoid<M>) =>
  <A>(items: ReadonlyArray<A>, f: (item: A) => M): M => {
    const fold = (from: number, to: number): M => {
      if (to - from === 1) return f(items[from] as A);
      const middle = (from + to) >>> 1;
      return concat(fold(from, middle), fold(middle, to));
    };
    return items.length === 0 ? empty : fold(0, items.length);
  };
