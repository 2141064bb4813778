/** What faults remember of tokens must not grow with the walks. Beyond this many, the oldest entry is dropped. */
const maxEntries = 10_000;

/** Sets an entry of a map that keeps the latest ones only. */
export const remember = <K, V>(map: Map<K, V>, key: K, value: V, max = maxEntries): void => {
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
};
