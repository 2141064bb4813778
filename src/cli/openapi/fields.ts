import * as E from 'fp-ts/Either';
import { isTemplate } from '../../model/endpoints/path';
import { isReserved } from '../../model/endpoints/walkOptionTypes';
import { isHeader } from '../../model/http';
import { isWellFormed } from '../../model/text';
import { keyText, literalText } from '../codec/moduleText';
import type { Api } from './Api';
import { fieldCode, type Flavour } from './codecs';
import type { Operation, Parameter } from './operations';
import { listOf, objectOf } from './View';

/** What a request has beside its pages. */
export interface Request {
  readonly path: string;
  /** Lines of an object literal. */
  readonly fields: ReadonlyArray<string>;
  readonly headers: ReadonlyArray<string>;
  readonly isNamed: boolean;
}

/** A field that is sent under this name; without a schema it is text. */
interface Sent {
  readonly name: string;
  readonly schema: unknown;
}

/** Headers that a document may describe, and that are not parameters. */
const ownHeaders = /^(accept|content-type|authorization)$/i;

const scalars = ['string', 'integer', 'number', 'boolean'];

/** The fields that a parameter of a query string is written by; undefined where none can carry it. */
const queried = ({ name, schema, view, words }: Parameter, isOld: boolean): ReadonlyArray<Sent> | undefined => {
  const { style, explode, collectionFormat, content } = words;
  const may = view.alternatives.length > 0 ? view.alternatives : [schema];
  const holders = [...may.map(objectOf), ...(view.properties.size > 0 ? [view.words] : [])];
  const plain = may.filter((one) => scalars.some((type) => [objectOf(one).type].flat().includes(type)));
  if (content !== undefined) return undefined;
  if (style === 'deepObject') {
    const parts = holders.flatMap(({ properties }) => Object.entries(objectOf(properties)));
    const sent = parts.map(([part, inner]) => ({ name: `${name}[${part}]`, schema: inner }));
    return sent.length > 0 ? [...plain.slice(0, 1).map((one) => ({ name, schema: one })), ...sent] : undefined;
  }
  if (view.types.has('array')) {
    const isSplit = isOld ? collectionFormat !== 'multi' : explode === false || /Delimited$/.test(String(style ?? ''));
    if (isSplit) return [{ name, schema: { type: 'string' } }];
    return scalars.includes(String(objectOf(view.items).type ?? 'string')) ? [{ name, schema }] : undefined;
  }
  return view.types.has('object') || view.properties.size > 0 ? undefined : [{ name, schema }];
};

/** A value that a header always has. */
const fixedOf = ({ view: { words } }: Parameter): string | undefined => {
  const values = words.const === undefined ? listOf(words.enum) : [words.const];
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : undefined;
};

const maxSent = 1_000;

/** What a request carries beside its pages, or what of it cannot be carried. */
export const requestOf = (
  api: Api,
  flavour: Flavour,
  { operation, own }: { readonly operation: Operation; readonly own: ReadonlySet<string> },
): E.Either<string, Request> => {
  const { parameters, bodyAs } = operation;
  const taken = new Set<string>();
  const free = (name: string, suffix: string): string => {
    const isTaken = (one: string): boolean => isReserved(one) || taken.has(one) || one === '__proto__';
    let made = isTaken(name) ? `${name.replace(/^__proto__$/, 'proto')}${suffix}` : name;
    while (isTaken(made)) made += '_';
    taken.add(made);
    return made;
  };
  // A name that a template cannot have becomes one; no request shows it.
  const path = operation.path.replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => `{${free(name.replace(/\W/g, '_') || 'param', 'Param')}}`,
  );
  if (!isTemplate(path)) return E.left('its path cannot be written as a template');
  const headers: Array<string> = [];
  const fields: Array<string> = [];
  let isNamed = false;
  for (const one of parameters.filter(({ name, part }) => part !== 'path' && !(own.has(name) && part !== 'header'))) {
    const { name, part, isRequired } = one;
    if (part === 'header' && ownHeaders.test(name)) continue;
    const fixed = part === 'header' ? fixedOf(one) : undefined;
    if (fixed !== undefined && isHeader([name, fixed])) {
      headers.push(`${keyText(name.toLowerCase())}: ${literalText(fixed)}`);
      continue;
    }
    const isCarried = name !== '' && isWellFormed(name) && (part === 'query' ? bodyAs === undefined : part === 'body');
    const isObject = bodyAs === 'form' && (one.view.types.has('object') || one.view.types.has('array'));
    const sent = part === 'query' ? queried(one, api.root.swagger !== undefined) : isObject ? undefined : [one];
    if (!isCarried || sent === undefined || fields.length > maxSent) {
      if (isRequired) return E.left(`it requires ${name} (${part}), which an endpoint cannot carry`);
      continue;
    }
    for (const { name: field, schema } of sent) {
      const key = free(field, 'Field');
      const code = fieldCode(api, flavour, schema);
      const optional = isRequired && sent.length === 1 ? code : flavour.optional(code);
      isNamed ||= key !== field;
      fields.push(`${keyText(key)}: ${key === field ? optional : `named(${literalText(field)}, ${optional})`}`);
    }
  }
  return E.right({ path, fields, headers, isNamed });
};
