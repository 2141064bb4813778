import * as E from 'fp-ts/Either';
import { isTemplate } from '../../model/endpoints/path';
import { isReserved } from '../../model/endpoints/walkOptionTypes';
import { isHeader } from '../../model/http';
import { isWellFormed } from '../../model/text';
import { listOf } from '../codec/jsonSchema';
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

const scalars: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

const isScalar = (schema: unknown, { view }: Api): boolean =>
  [...view(schema).types].some((type) => scalars.has(type));

/** A field of a request, as it is sent, and its schema. */
type SentField = readonly [sentAs: string, schema: unknown];

/** An object whose properties are a field each: `where[id]`. One of its alternatives may be a scalar. */
const deepFields = ({ name, schema, view }: Parameter, api: Api): ReadonlyArray<SentField> => {
  const alternatives = view.alternatives.length > 0 ? view.alternatives : [schema];
  const parts = new Map(
    [...alternatives.map(api.view), view].flatMap(({ properties }) => [...properties]),
  );
  const ofParts = Array.from(parts, ([part, inner]): SentField => [`${name}[${part}]`, inner]);
  const plain = alternatives.find((one) => isScalar(one, api));
  return plain === undefined ? ofParts : [[name, plain], ...ofParts];
};

/** Whether a list is one text, with something between its values. */
const isSplit = ({ words }: Parameter, { root }: Api): boolean =>
  root.swagger === undefined
    ? words.explode === false || stringOf(words.style).includes('Delim')
    : words.collectionFormat !== 'multi';

/** The fields that a parameter of a query string is written by; none where nothing can carry it. */
const queried = (parameter: Parameter, api: Api): ReadonlyArray<SentField> => {
  const { name, schema, view, words } = parameter;
  if (words.content !== undefined) return [];
  if (words.style === 'deepObject') return deepFields(parameter, api);
  if (!view.types.has('array'))
    return view.types.has('object') || view.properties.size > 0 ? [] : [[name, schema]];
  if (isSplit(parameter, api)) return [[name, { type: 'string' }]];
  return view.items === undefined || isScalar(view.items, api) ? [[name, schema]] : [];
};

/** The fields that a parameter is sent by; none where nothing can carry it. */
const sentFields = (
  api: Api,
  bodyAs: Operation['bodyAs'],
  parameter: Parameter,
): ReadonlyArray<SentField> => {
  const { name, part, view, schema } = parameter;
  const isFlat = bodyAs !== 'form' || !(view.types.has('object') || view.types.has('array'));
  const ofBody: ReadonlyArray<SentField> = part === 'body' && isFlat ? [[name, schema]] : [];
  const fields = part === 'query' && bodyAs === undefined ? queried(parameter, api) : ofBody;
  return fields.filter(([field]) => isFieldName(field));
};

/** A header that has one value only, as a line of an object literal. */
const fixedHeader = ({ name, part, view: { words } }: Parameter): string | undefined => {
  const values = words.const === undefined ? listOf(words.enum) : [words.const];
  const [only] = values;
  return part === 'header' &&
    values.length === 1 &&
    typeof only === 'string' &&
    isHeader([name, only])
    ? `${keyText(name.toLowerCase())}: ${literalText(only)}`
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
  const others = parameters.filter(({ part, name }) =>
    part === 'header' ? !ownHeaders.test(name) : part !== 'path' && !own.has(name),
  );
  const headers = others.flatMap((one) => fixedHeader(one) ?? []);
  const carried = others
    .filter((one) => fixedHeader(one) === undefined)
    .map((one) => ({ one, sent: sentFields(api, bodyAs, one) }));
  const lost = carried.find(({ one, sent }) => one.isRequired && sent.length === 0)?.one;
  if (lost !== undefined)
    return E.left(`it requires ${lost.name} (${lost.part}), which an endpoint cannot carry`);
  const all = carried.flatMap(({ one, sent }) =>
    sent.map(([sentAs, schema]) => ({
      sentAs,
      schema,
      isRequired: one.isRequired && sent.length === 1,
    })),
  );
  left.room -= all.reduce((sum, { sentAs }) => sum + sentAs.length + fieldMargin, 0);
  if (left.room < 0) return E.left(moduleTooLarge);
  const fields = all.map((field): RequestField => {
    const { sentAs } = field;
    return { ...field, key: free(sentAs, 'Field'), isField: true, name: codecNameOf(sentAs) };
  });
  return E.right({ path, fields, headers });
};
