import * as E from 'fp-ts/Either';
import { isTemplate } from '../../model/endpoints/path';
import { isReserved } from '../../model/endpoints/walkOptionTypes';
import { isHeader } from '../../model/http';
import { isWellFormed } from '../../model/text';
import { listOf, objectOf } from '../codec/jsonSchema';
import { codecNameOf, keyText, literalText, naming } from '../codec/moduleText';
import type { Api } from './Api';
import { type Root, moduleTooLarge } from './definitions';
import type { Operation, Parameter } from './operations';
import { stringOf } from './View';

/** A field of an endpoint: what params call it, and what the request does. */
export interface RequestField extends Root {
  readonly key: string;
  readonly sentAs: string;
  readonly isRequired: boolean;
}

/** What a request has beside its pages. */
export interface Request {
  readonly path: string;
  readonly fields: ReadonlyArray<RequestField>;
  /** As lines of an object literal. */
  readonly headers: ReadonlyArray<string>;
}

/** A longer name is not one that people write. */
const maxFieldName = 1_000;

const isFieldName = (text: string): boolean =>
  text !== '' && text.length <= maxFieldName && isWellFormed(text);

/** Headers that are not parameters, though a document may describe them. */
const ownHeaders = /^(accept|content-type|authorization)$/i;

const isScalar = (schema: unknown): boolean =>
  ['string', 'integer', 'number', 'boolean'].some((type) =>
    [objectOf(schema).type].flat().includes(type),
  );

/** The fields that a parameter of a query string is written by; none where nothing can carry it. */
const queried = (
  { name, schema, view, words }: Parameter,
  isOld: boolean,
): ReadonlyArray<readonly [string, unknown]> => {
  if (words.content !== undefined) return [];
  const alternatives = view.alternatives.length > 0 ? view.alternatives : [schema];
  if (words.style === 'deepObject') {
    const holders = [
      ...alternatives.map(objectOf),
      { properties: Object.fromEntries(view.properties) },
    ];
    const parts = new Map(
      holders.flatMap(({ properties }) => Object.entries(objectOf(properties))),
    );
    const plain = alternatives.find(isScalar);
    const ofParts = Array.from(parts, ([part, inner]) => [`${name}[${part}]`, inner] as const);
    return plain === undefined ? ofParts : [[name, plain], ...ofParts];
  }
  if (!view.types.has('array'))
    return view.types.has('object') || view.properties.size > 0 ? [] : [[name, schema]];
  const isSplit = isOld
    ? words.collectionFormat !== 'multi'
    : words.explode === false || stringOf(words.style).includes('Delim');
  if (isSplit) return [[name, { type: 'string' }]];
  return view.items === undefined || isScalar(view.items) ? [[name, schema]] : [];
};

/** The value of a header that has only one. */
const fixedOf = ({ name, part, view: { words } }: Parameter): string | undefined => {
  const values = words.const === undefined ? listOf(words.enum) : [words.const];
  const [only] = values;
  return part === 'header' &&
    values.length === 1 &&
    typeof only === 'string' &&
    isHeader([name, only])
    ? only
    : undefined;
};

/** How many characters the fields of all lists may still have: one parameter may be many fields of each of them. */
export interface FieldRoom {
  room: number;
}

/** What a field has beside its name, at least. */
const fieldMargin = 20;

/** What a request carries beside its pages, or what of it cannot be carried. */
export const requestOf = (
  api: Api,
  { parameters, bodyAs, path: given }: Operation,
  own: ReadonlySet<string>,
  left: FieldRoom,
): E.Either<string, Request> => {
  if (left.room < 0) return E.left(moduleTooLarge);
  const unique = naming((name) => !isReserved(name) && name !== '__proto__');
  const free = (name: string, suffix: string): string =>
    unique(name, `${name.replace(/^__proto__$/, 'proto')}${suffix}`);
  // A name that a template cannot have becomes one that it can: no request shows it.
  const path = given.replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => `{${free(name.replace(/\W/g, '_') || 'part', 'Param')}}`,
  );
  if (!isTemplate(path)) return E.left('its path cannot be written as a template');
  const headers: Array<string> = [];
  const fields: Array<RequestField> = [];
  for (const one of parameters) {
    const { name, part, view, schema, isRequired } = one;
    const isOwn = part === 'header' ? ownHeaders.test(name) : part === 'path' || own.has(name);
    if (isOwn) continue;
    const fixed = fixedOf(one);
    if (fixed !== undefined) {
      headers.push(`${keyText(name.toLowerCase())}: ${literalText(fixed)}`);
      continue;
    }
    const isFlat = bodyAs !== 'form' || !(view.types.has('object') || view.types.has('array'));
    const ofBody = part === 'body' && isFlat ? [[name, schema] as const] : [];
    const given =
      part === 'query' && bodyAs === undefined
        ? queried(one, api.root.swagger !== undefined)
        : ofBody;
    const sent = given.filter(([field]) => isFieldName(field));
    if (sent.length === 0 && isRequired)
      return E.left(`it requires ${name} (${part}), which an endpoint cannot carry`);
    for (const [sentAs, ofField] of sent) {
      left.room -= sentAs.length + fieldMargin;
      if (left.room < 0) return E.left(moduleTooLarge);
      fields.push({
        key: free(sentAs, 'Field'),
        sentAs,
        schema: ofField,
        isField: true,
        name: codecNameOf(sentAs),
        isRequired: isRequired && sent.length === 1,
      });
    }
  }
  return E.right({ path, fields, headers });
};
