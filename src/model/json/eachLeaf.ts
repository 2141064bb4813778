export type LeafHolder = Record<string | number, unknown>;

/**
 * Visits every value at any depth that holds no others. `visit` gets its holder, its name there, and what is known of that
 * holder. `step` says what is known of a holder within another.
 */
export const eachLeaf = <K>(
  root: LeafHolder,
  known: K,
  step: (known: K, name: string | number) => K,
  visit: (holder: LeafHolder, name: string | number, known: K) => void,
): void => {
  const holders = [root];
  const knowns = [known];
  const look = (holder: LeafHolder, of: K, name: string | number): void => {
    const value = holder[name];
    if (typeof value === 'object' && value) {
      holders.push(value as LeafHolder);
      knowns.push(step(of, name));
    } else visit(holder, name, of);
  };
  for (let holder; (holder = holders.pop());) {
    const of = knowns.pop() as K;
    // An array is not asked for its names: it may have millions of numbers.
    if (Array.isArray(holder))
      for (let index = 0; index < holder.length; index += 1) look(holder, of, index);
    else for (const name in holder) look(holder, of, name);
  }
};
