import type { Props } from 'io-ts';
import type { Paging } from './Paging';
import { isTemplate, placeholders } from './path';
import { isReserved } from './walkOptionTypes';

/** A description as JavaScript lets it be written. */
interface Description extends Readonly<Record<string, unknown>> {
  readonly path: string;
  readonly fields?: Props;
}

/** What every description may say, and what only one with a paging may say. */
const everyDescription = ['name', 'method', 'path', 'fields', 'limit', 'pageSize', 'snapshot', 'revision', 'paging'];
const pagedOnly = ['items', 'records', 'errors', 'headers', 'fieldsIn', 'bodyAs'];

/** The first of some names that stands there twice. */
export const repeated = (names: ReadonlyArray<string>): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index);

/** What a description of a revision must not say; undefined: it says nothing of that. */
export const revisionProblem = (given: object): string | undefined => {
  const description = given as Description;
  const { revision, snapshot } = description;
  if (revision !== '1.0' && revision !== '2.0') return "say paging, or the revision '1.0' or '2.0'";
  const foreign = pagedOnly.find((name) => description[name] !== undefined);
  if (foreign !== undefined) return `${foreign} goes with paging, not with a revision`;
  const slot = ['pageSize', 'snapshot'].find((name) => typeof description[name] === 'object');
  if (slot !== undefined) return `${slot} is true or false with a revision`;
  return revision === '2.0' && snapshot ? 'revision 2.0 has no snapshot parameter' : undefined;
};

/** What contradicts itself in the description of any endpoint; undefined: nothing. */
export const problemOf = (given: object): string | undefined => {
  const { path, fields = {}, revision, paging } = given as Description;
  const names = [...placeholders(path), ...Object.keys(fields)];
  const clash = names.find(isReserved) ?? repeated(names);
  if (clash !== undefined) return `the name ${clash} is taken`;
  if (!isTemplate(path)) return `the path ${path} is not a template`;
  const known = [...everyDescription, ...pagedOnly];
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name));
  if (unknown) return `there is no option ${unknown[0]}`;
  if (paging === undefined) return undefined;
  if (revision !== undefined) return 'say paging or a revision, not both';
  return typeof (Object(paging) as Partial<Paging>).describe === 'function'
    ? undefined
    : "paging must be a scheme, such as byLink(link('next'))";
};
