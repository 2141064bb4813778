/** Makes something of each object once, and keeps it as long as that object. What is no object is not kept. */
export const madeOnce = <K extends object, V>(make: (of: K) => V): ((of: K) => V) => {
  const made = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const kept = made.get(of);
    if (kept) return kept.value;
    const value = make(of);
    if (Object(of) === of) made.set(of, { value });
    return value;
  };
};
