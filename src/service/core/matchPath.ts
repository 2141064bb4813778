import * as O from 'fp-ts/Option';
import { placeholders } from '../../model/endpoints/path';

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

/** The values of one segment: one for each name in the template, between texts that must be equal. */
const segmentReader = (template: string): ((segment: string) => ReadonlyArray<string> | undefined) => {
  const texts = template.split(/\{\w+\}/).map((text) => text.replace(/[^\w]/g, '\\$&'));
  const pattern = new RegExp(`^${texts.join('(.+?)')}$`, 's');
  return (segment) => pattern.exec(decoded(segment) ?? '')?.slice(1);
};

/**
 * Reads paths by their template: what `fillPath` writes, in reverse. None where the path is another one, lacks a value, or
 * is percent-encoded wrongly.
 */
export const matchPath = (template: string): ((path: string) => O.Option<Params>) => {
  const names = placeholders(template);
  const readers = segmentsOf(template).map(segmentReader);
  return (path) => {
    const segments = segmentsOf(path);
    if (!path.startsWith('/') || segments.length !== readers.length) return O.none;
    const values: Array<string> = [];
    for (const [index, read] of readers.entries()) {
      const found = read(segments[index] ?? '');
      if (found === undefined) return O.none;
      values.push(...found);
    }
    return O.some(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])));
  };
};
