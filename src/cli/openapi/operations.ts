import { isObject } from '../describe/looked';
import { plainName } from '../../model/endpoints/pageNames';
import type { Api, Json } from './Api';
import { listOf, objectOf, textOf, type View } from './View';

/** A parameter, or a field of a body. */
export interface Parameter {
  readonly name: string;
  readonly plain: string;
  readonly part: 'query' | 'body' | 'header' | 'path' | 'cookie';
  readonly isRequired: boolean;
  readonly schema: unknown;
  readonly view: View;
  readonly words: Json;
}

/** An operation of a document, and what its successful response is. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly words: Json;
  readonly parameters: ReadonlyArray<Parameter>;
  readonly bodyAs: 'json' | 'form' | undefined;
  readonly reply: { readonly schema: unknown; readonly headers: Json } | undefined;
  /** What it refers to that cannot be read. */
  readonly missing: string | undefined;
}

const json = /^(application\/([\w.+-]+\+)?json|\*\/\*)\s*(;|$)/i;
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The schema of the first kind of content that fits. */
const schemaIn = (content: unknown, kind: RegExp): unknown =>
  Object.entries(objectOf(content))
    .filter(([type]) => kind.test(type))
    .map(([, media]) => objectOf(media).schema ?? {})[0];

const inParts: Readonly<Record<string, Parameter['part']>> = {
  query: 'query',
  path: 'path',
  header: 'header',
  cookie: 'cookie',
  formData: 'body',
};

/** All operations of a document that may list, by what they are called in it: `GET /items`. */
export const operationsOf = ({ root, follow }: Api, viewOf: (schema: unknown) => View): ReadonlyArray<Operation> => {
  const isOld = root.swagger !== undefined;
  const read = (path: string, item: Json, method: Operation['method']): ReadonlyArray<Operation> => {
    const words = item[method.toLowerCase()];
    if (!isObject(words)) return [];
    let missing: string | undefined;
    const reach = (node: unknown): Json => {
      const { value } = follow(node);
      if (value === undefined) missing ??= textOf(objectOf(node).$ref).replace(/^[^#]*\/|\?[^#]*/g, '');
      return value ?? {};
    };
    const given = new Map<string, Json>();
    for (const one of [...listOf(item.parameters), ...listOf(words.parameters)].map(reach)) {
      given.set(`${textOf(one.in)} ${textOf(one.name)}`, one);
    }
    const made = (
      name: string,
      part: Parameter['part'],
      own: Json,
      schema: unknown,
      isRequired: boolean,
    ): Parameter => ({
      ...{ name, plain: plainName(name), part, isRequired, schema, view: viewOf(schema), words: own },
    });
    const plain = [...given.values()].flatMap((one) => {
      const part = typeof one.in === 'string' && Object.hasOwn(inParts, one.in) ? inParts[one.in] : undefined;
      if (part === undefined || typeof one.name !== 'string' || (method === 'GET' && part === 'body')) return [];
      return [made(one.name, part, one, isOld ? one : one.schema, one.required === true)];
    });
    const content = method === 'POST' ? objectOf(reach(words.requestBody ?? {}).content) : {};
    const old = method === 'POST' ? [...given.values()].find((one) => one.in === 'body')?.schema : undefined;
    const [ofJson, ofForm] = [schemaIn(content, json) ?? old, schemaIn(content, form)];
    const bodyView = viewOf(ofJson ?? ofForm ?? {});
    const fields = Array.from(bodyView.properties, ([name, schema]) =>
      made(name, 'body', {}, schema, bodyView.required.has(name)),
    );
    const isForm = ofJson === undefined && (ofForm !== undefined || plain.some(({ part }) => part === 'body'));
    const answers = objectOf(words.responses);
    const code = Object.keys(answers).filter((one) => /^2(\d\d|XX)$/i.test(one));
    const replies = code.flatMap((one) => {
      const response = reach(answers[one]);
      const schema = isOld ? response.schema : schemaIn(response.content, json);
      return schema === undefined ? [] : [{ schema, headers: objectOf(response.headers) }];
    });
    const bodyAs = isForm ? 'form' : ofJson === undefined ? undefined : 'json';
    return [{ method, path, words, parameters: [...plain, ...fields], bodyAs, reply: replies[0], missing }];
  };
  return Object.entries(objectOf(root.paths)).flatMap(([path, node]) => {
    const item = follow(node).value ?? {};
    return [...read(path, item, 'GET'), ...read(path, item, 'POST')];
  });
};
