import * as O from 'fp-ts/Option';

type Params = Readonly<Record<string, string>>;

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1);

const decoded = (segment: string): string | undefined => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/**
 * Reads paths by their template: what `fillPath` writes, in reverse. None where the path is another one, lacks a value, or
 * is percent-encoded wrongly.
 */
export const matchPath = (template: string): ((path: string) => O.Option<Params>) => {
  const wanted = segmentsOf(template).map((text) => ({ text, name: /^\{(\w+)\}$/.exec(text)?.[1] }));
  return (path) => {
    const segments = segmentsOf(path);
    if (!path.startsWith('/') || segments.length !== wanted.length) return O.none;
    const params = new Map<string, string>();
    for (const [index, { text, name }] of wanted.entries()) {
      const value = decoded(segments[index] ?? '');
      if (value === undefined || (name === undefined ? value !== text : value === '')) return O.none;
      if (name !== undefined) params.set(name, value);
    }
    return O.some(Object.fromEntries(params));
  };
};
