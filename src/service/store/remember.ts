/** What faults remember of tokens must not grow with the walks: beyond this many, the oldest is forgotten. */
const maxEntries = 10_000;

/** Sets an entry of a map that keeps the latest ones only. */
export const remember = <K, V>(map: Map<K, V>, key: K, value: V, max = maxEntries): void => {
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
};

/**
 * The same function, which has its last answer ready. The requests of a walk are alike: what was worked out for one serves
 * the next one, too. The function must give the same answer to the same text.
 */
export const rememberLast = <A>(compute: (text: string) => A): ((text: string) => A) => {
  let last: { readonly text: string; readonly answer: A } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: compute(text) };
    return last.answer;
  };
};
