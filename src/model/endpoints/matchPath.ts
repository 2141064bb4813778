import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';

const nameOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1);

/** The values that one segment gives: one where the template has a name, none where it has text, which must be equal. */
const readSegment = (template: string, segment: string): O.Option<ReadonlyArray<readonly [string, string]>> => {
  const name = nameOf(template);
  return pipe(
    O.tryCatch(() => decodeURIComponent(segment)),
    O.filter((value) => (name === undefined ? value === template : value !== '')),
    O.map((value) => (name === undefined ? [] : [[name, value]])),
  );
};

/**
 * Reads a path by its template: `fillPath` in reverse, for the side that serves the endpoint. None where the path is
 * another one, lacks a value, or is percent-encoded wrongly.
 */
export const matchPath = (template: string, path: string): O.Option<Readonly<Record<string, string>>> => {
  const wanted = segmentsOf(template);
  return pipe(
    path,
    O.fromPredicate((text) => text.startsWith('/')),
    O.map(segmentsOf),
    O.filter(({ length }) => length === wanted.length),
    O.chain(O.traverseArrayWithIndex((index, segment) => readSegment(wanted[index] ?? '', segment))),
    O.map((values) => Object.fromEntries(values.flat())),
  );
};
