import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { placeholders } from './path';

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1);

/** The values that one segment gives: one for each name in the template, between texts that must be equal. */
const readSegment = (template: string, segment: string): O.Option<ReadonlyArray<readonly [string, string]>> => {
  const names = placeholders(template);
  const texts = template.split(/\{\w+\}/).map((text) => text.replace(/[^\w]/g, '\\$&'));
  const pattern = new RegExp(`^${texts.join('(.+?)')}$`, 's');
  return pipe(
    O.tryCatch(() => decodeURIComponent(segment)),
    O.chain((text) => O.fromNullable(pattern.exec(text))),
    O.map(([, ...values]) => names.map((name, index) => [name, values[index] ?? ''] as const)),
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
