import { plainName } from '../../model/conventions/Convention';
import { type Fields, isFields } from '../../model/json/Fields';
import { pathText } from '../look/items';
import { listOf, objectOf } from '../codec/jsonSchema';
import type { Api } from './Api';
import { shownRef } from './follow';
import { stringOf, type View } from './View';

/** A parameter, or a field of a body. */
export interface Parameter {
  readonly name: string;
  readonly plain: string;
  /** As the options of `walk` write it. */
  readonly text: string;
  readonly part: (typeof parts)[number];
  readonly isRequired: boolean;
  readonly schema: unknown;
  readonly view: View;
  readonly words: Fields;
}

/** An operation of a document, and what its successful response is. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly words: Fields;
  readonly parameters: ReadonlyArray<Parameter>;
  readonly bodyAs: 'json' | 'form' | undefined;
  readonly reply: { readonly schema: unknown; readonly headers: Fields } | undefined;
  /** Why no request for it can have all that it needs. */
  readonly missing: string | undefined;
}

/** What an operation is called in messages, and by `--only`: `GET /items`. */
export const operationName = ({ method, path }: Operation): string => `${method} ${path}`;

const textOf = (part: Parameter['part'], name: string): string => {
  if (part === 'body') return `body:${pathText([name])}`;
  return part === 'query' && !name.includes(':') ? name : `${part}:${name}`;
};

const parts = ['query', 'path', 'header', 'cookie', 'body'] as const;

const json = /^(application\/([\w.+-]+\+)?json|\*\/\*)\s*(;|$)/i;
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The schema of the first kind of content that fits. */
const schemaIn = (content: unknown, kind: RegExp): unknown =>
  Object.entries(objectOf(content))
    .filter(([type]) => kind.test(type))
    .map(([, media]) => objectOf(media).schema ?? {})[0];

/** Reads an operation: its words, and those of its path. */
interface OperationReader {
  readonly api: Api;
  readonly method: Operation['method'];
  readonly words: Fields;
  readonly item: Fields;
  /** Follows a reference, and keeps the first that leads nowhere. */
  readonly reach: (node: unknown) => Fields;
  readonly lacks: (what: string) => void;
}

/** In version 2.0 a parameter is its own schema, and so is a response. */
const isOld = ({ root }: Api): boolean => root.swagger !== undefined;

const parameterOf = (
  { view }: Api,
  name: string,
  part: Parameter['part'],
  schema: unknown,
  words: Fields,
): Parameter => ({
  name,
  plain: plainName(name),
  text: textOf(part, name),
  part,
  isRequired: words.required === true,
  schema,
  view: view(schema),
  words,
});

/** The parameters as they are written. What an operation says of one replaces what its path says. */
const writtenParameters = ({ item, words, reach }: OperationReader): ReadonlyArray<Fields> => {
  const both = [...listOf(item.parameters), ...listOf(words.parameters)].map(reach);
  return [
    ...new Map(both.map((one) => [`${stringOf(one.in)} ${stringOf(one.name)}`, one])).values(),
  ];
};

/** The parameters that are sent by their names, the fields of a form among them. */
const namedParameters = (
  { api, method }: OperationReader,
  written: ReadonlyArray<Fields>,
): ReadonlyArray<Parameter> =>
  written.flatMap((one) => {
    const part = parts.find((each) => each === (one.in === 'formData' ? 'body' : one.in));
    const isOther =
      part === undefined || one.in === 'body' || (method === 'GET' && part === 'body');
    return isOther || typeof one.name !== 'string'
      ? []
      : [parameterOf(api, one.name, part, isOld(api) ? one : one.schema, one)];
  });

/** The fields of a body, and how it is sent where that is described. */
const bodyIn = (
  { api, method, words, reach, lacks }: OperationReader,
  written: ReadonlyArray<Fields>,
): Pick<Operation, 'parameters' | 'bodyAs'> => {
  if (method === 'GET') return { parameters: [], bodyAs: undefined };
  const body = written.find((one) => one.in === 'body') ?? reach(words.requestBody ?? {});
  const ofJson = schemaIn(body.content, json) ?? body.schema;
  const ofForm = schemaIn(body.content, form);
  const schema = ofJson ?? ofForm;
  const { properties, required, types } = api.view(schema ?? {});
  if (body.required === true && (schema === undefined || (types.size > 0 && !types.has('object'))))
    lacks(
      'it requires a body that is neither a JSON object nor a plain form, which an endpoint cannot carry',
    );
  const fields = Array.from(properties, ([name, schema]) =>
    parameterOf(api, name, 'body', schema, { required: required.has(name) }),
  );
  if (ofJson !== undefined) return { parameters: fields, bodyAs: 'json' };
  const isForm = ofForm !== undefined || written.some((one) => one.in === 'formData');
  return { parameters: fields, bodyAs: isForm ? 'form' : undefined };
};

/** The first successful response with a schema. One that cannot be read may be a list. */
const replyIn = ({ api, words, reach }: OperationReader): Operation['reply'] => {
  const answers = objectOf(words.responses);
  const [reply] = Object.keys(answers)
    .filter((code) => /^2(\d\d|XX)$/i.test(code))
    .flatMap((code) => {
      const node = answers[code];
      const response = reach(node);
      const said = isOld(api) ? response.schema : schemaIn(response.content, json);
      const schema = api.follow(node).value === undefined ? node : said;
      return schema === undefined ? [] : [{ schema, headers: objectOf(response.headers) }];
    });
  return reply;
};

const operationIn = (
  api: Api,
  path: string,
  item: Fields,
  method: Operation['method'],
): ReadonlyArray<Operation> => {
  const words = item[method.toLowerCase()];
  if (!isFields(words)) return [];
  let missing: string | undefined;
  const lacks = (what: string): void => void (missing ??= what);
  const reach = (node: unknown): Fields => {
    const { value } = api.follow(node);
    if (value === undefined)
      lacks(`it refers to ${shownRef(stringOf(objectOf(node).$ref))}, which cannot be read`);
    return value ?? {};
  };
  const reader: OperationReader = { api, method, words, item, reach, lacks };
  const written = writtenParameters(reader);
  const named = namedParameters(reader, written);
  const { parameters: fields, bodyAs } = bodyIn(reader, written);
  const reply = replyIn(reader);
  return [{ method, path, words, parameters: [...named, ...fields], bodyAs, reply, missing }];
};

/** All operations of a document that may list. */
export const operationsOf = (api: Api): ReadonlyArray<Operation> =>
  Object.entries(objectOf(api.root.paths)).flatMap(([path, node]) => {
    const item = api.follow(node).value ?? {};
    return (['GET', 'POST'] as const).flatMap((method) => operationIn(api, path, item, method));
  });
