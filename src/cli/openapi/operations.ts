import { plainName } from '../../model/conventions/Convention';
import { pathText } from '../look/items';
import { isFields } from '../../model/json/Fields';
import { listOf, objectOf } from '../codec/jsonSchema';
import type { Api, JsonObject } from './Api';
import { shownRef, stringOf, type View } from './View';

/** A parameter, or a field of a body. */
export interface Parameter {
  readonly name: string;
  readonly plain: string;
  readonly part: (typeof parts)[number];
  readonly isRequired: boolean;
  readonly schema: unknown;
  readonly view: View;
  readonly words: JsonObject;
}

/** An operation of a document, and what its successful response is. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly words: JsonObject;
  readonly parameters: ReadonlyArray<Parameter>;
  readonly bodyAs: 'json' | 'form' | undefined;
  readonly reply: { readonly schema: unknown; readonly headers: JsonObject } | undefined;
  /** What it refers to that cannot be read. */
  readonly missing: string | undefined;
}

/** A parameter as the options of `walk` write it. */
export const parameterText = ({ part, name }: Pick<Parameter, 'part' | 'name'>): string => {
  if (part === 'body') return `body:${pathText([name])}`;
  return part === 'query' && !name.includes(':') ? name : `${part}:${name}`;
};

const json = /^(application\/([\w.+-]+\+)?json|\*\/\*)\s*(;|$)/i;
const form = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The schema of the first kind of content that fits. */
const schemaIn = (content: unknown, kind: RegExp): unknown =>
  Object.entries(objectOf(content))
    .filter(([type]) => kind.test(type))
    .map(([, media]) => objectOf(media).schema ?? {})[0];

const parts = ['query', 'path', 'header', 'cookie', 'body'] as const;

/** All operations of a document that may list, by what they are called in it: `GET /items`. */
export const operationsOf = (
  { root, follow }: Api,
  itemView: (schema: unknown) => View,
): ReadonlyArray<Operation> => {
  const isOld = root.swagger !== undefined;
  const read = (
    path: string,
    item: JsonObject,
    method: Operation['method'],
  ): ReadonlyArray<Operation> => {
    const words = item[method.toLowerCase()];
    if (!isFields(words)) return [];
    let missing: string | undefined;
    const reach = (node: unknown): JsonObject => {
      const { value } = follow(node);
      if (value === undefined) missing ??= shownRef(stringOf(objectOf(node).$ref));
      return value ?? {};
    };
    const given = new Map<string, JsonObject>();
    for (const one of [...listOf(item.parameters), ...listOf(words.parameters)].map(reach)) {
      given.set(`${stringOf(one.in)} ${stringOf(one.name)}`, one);
    }
    const made = (
      name: string,
      part: Parameter['part'],
      schema: unknown,
      own: JsonObject,
    ): Parameter => {
      return {
        name,
        plain: plainName(name),
        part,
        isRequired: own.required === true,
        schema,
        view: itemView(schema),
        words: own,
      };
    };
    const plain = [...given.values()].flatMap((one) => {
      const part = parts.find((each) => each === (one.in === 'formData' ? 'body' : one.in));
      const isOther =
        part === undefined || one.in === 'body' || (method === 'GET' && part === 'body');
      return isOther || typeof one.name !== 'string'
        ? []
        : [made(one.name, part, isOld ? one : one.schema, one)];
    });
    const content = method === 'POST' ? objectOf(reach(words.requestBody ?? {}).content) : {};
    const old =
      method === 'POST' ? [...given.values()].find((one) => one.in === 'body')?.schema : undefined;
    const [ofJson, ofForm] = [schemaIn(content, json) ?? old, schemaIn(content, form)];
    const bodyView = itemView(ofJson ?? ofForm ?? {});
    const fields = Array.from(bodyView.properties, ([name, schema]) =>
      made(name, 'body', schema, { required: bodyView.required.has(name) }),
    );
    const isForm =
      ofJson === undefined && (ofForm !== undefined || plain.some(({ part }) => part === 'body'));
    const answers = objectOf(words.responses);
    const replies = Object.keys(answers).flatMap((code) => {
      const node = /^2(\d\d|XX)$/i.test(code) ? answers[code] : {};
      const response = reach(node);
      // One that cannot be read may be a list.
      const isMissing = follow(node).value === undefined;
      const schema = isMissing ? node : isOld ? response.schema : schemaIn(response.content, json);
      return schema === undefined ? [] : [{ schema, headers: objectOf(response.headers) }];
    });
    const bodyAs = isForm ? 'form' : ofJson === undefined ? undefined : 'json';
    return [
      {
        method,
        path,
        words,
        parameters: [...plain, ...fields],
        bodyAs,
        reply: replies[0],
        missing,
      },
    ];
  };
  return Object.entries(objectOf(root.paths)).flatMap(([path, node]) => {
    const item = follow(node).value ?? {};
    return [...read(path, item, 'GET'), ...read(path, item, 'POST')];
  });
};
