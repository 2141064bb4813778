/**
 * The one way in which an error or a place carries what it must not show: a page token, above all (law 14). It is a
 * property that cannot be listed, and its value is a function, so that printing, JSON and structured clone find nothing.
 * A copy (`{ ...place }`) does not have it. Its symbol is the same in every copy of the package that a program has loaded.
 */
export const carrying = <C extends object>(kind: string) => {
  const key = Symbol.for(`pagewalk.${kind}`);
  return {
    carry: <T extends object>(carrier: T, carried: C): T =>
      Object.defineProperty(carrier, key, { value: () => carried }),
    of: (carrier: unknown): C | undefined =>
      (Object(carrier) as Readonly<Record<symbol, (() => C) | undefined>>)[key]?.(),
  };
};
