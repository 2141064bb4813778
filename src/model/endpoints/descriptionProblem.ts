import type { FieldTypes } from './fieldType';
import type { Paging } from './Paging';
import { isTemplate, placeholders } from './path';
import { isReserved } from './walkOptionTypes';

/** A description as JavaScript lets it be written. */
export interface Description extends Readonly<Record<string, unknown>> {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly fields?: FieldTypes;
  readonly pageSize?: boolean;
  readonly snapshot?: boolean;
}

/** What every description may say, and what only one with a paging may say. */
const everyDescription = ['name', 'method', 'path', 'fields', 'limit', 'pageSize', 'snapshot', 'revision', 'paging'];
export const pagedOnly = ['items', 'records', 'errors', 'headers', 'fieldsIn', 'bodyAs'];

/** The first of some names that stands there twice. */
export const repeated = (names: ReadonlyArray<string>): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index);

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
