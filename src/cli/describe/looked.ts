import { at } from '../../paging';
import { findItems, type Items, type Path, pathText, valuesIn } from './findItems';

/** The first answer of an API that is not described, and what the request for it had. */
export interface FirstAnswer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: ReadonlyMap<string, ReadonlyArray<string>>;
  readonly sent?: Readonly<Record<string, unknown>> | undefined;
}

/** Something in the answer, and how the options write its place. */
export interface Found {
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
}

/** A number that the request has: what it is called, and how the options write its place. */
interface Parameter {
  readonly name: string;
  readonly text: string;
  readonly value: number;
}

/** An answer in which something can be looked for. */
export interface Looked extends FirstAnswer {
  readonly items: Items | undefined;
  /** Where the envelope is: the first entry of a list, or the whole body. */
  readonly root: Path;
  /** What the envelope holds, the nearest to the top first. */
  readonly fields: ReadonlyArray<{ readonly path: Path; readonly value: unknown }>;
  readonly parameters: ReadonlyArray<Parameter>;
}

export type Wanted = (value: unknown) => boolean;

export const isThere: Wanted = (value) => value !== undefined;

/** A count may come in digits, as some services write it. */
export const isCount: Wanted = (value) =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,15}$/.test(value));

export const valueAt = ({ body, headers }: FirstAnswer, path: Path): unknown =>
  at(...path).read({ body, headers, status: 200, request: { url: '' } });

/** What answers call the objects around what they say about pages. */
const around = /meta|pag(e|ing|ination)|links?$|info$|^data$|^d$|result|response|view$|search|^arguments$/i;

const rankOf = (names: ReadonlyArray<RegExp>, name = ''): number => names.findIndex((one) => one.test(name));

/** Something in the envelope by its name: the nearest to the top, and there by the first name of these. */
export const named = (answer: Looked, names: ReadonlyArray<RegExp>, isWanted: Wanted, depth = 4): Found | undefined => {
  const { root, fields } = answer;
  const [best] = fields
    .filter(({ path, value }) => {
      const inner = path.slice(root.length, -1);
      return (
        rankOf(names, path.at(-1)) >= 0 &&
        inner.length < depth &&
        inner.every((name) => around.test(name)) &&
        isWanted(value)
      );
    })
    .sort(
      (one, other) =>
        one.path.length - other.path.length || rankOf(names, one.path.at(-1)) - rankOf(names, other.path.at(-1)),
    );
  return best && { name: best.path.at(-1) ?? '', text: pathText(best.path), value: best.value };
};

/** The same at the first of some paths. */
export const placed = (answer: Looked, paths: ReadonlyArray<string>, isWanted: Wanted): Found | undefined => {
  const path = paths.map((text) => [...answer.root, ...text.split('/')]).find((one) => isWanted(valueAt(answer, one)));
  return path && { name: path.at(-1) ?? '', text: pathText(path), value: valueAt(answer, path) };
};

/** The same among the headers. */
export const inHeaders = ({ headers }: FirstAnswer, names: RegExp, isWanted: Wanted = isThere): Found | undefined => {
  const name = Object.keys(headers).find((one) => names.test(one) && isWanted(headers[one]));
  return name === undefined ? undefined : { name, text: `header:${name}`, value: headers[name] };
};

/** A number that the request has by one of these names, the first one first. */
export const parameterOf = ({ parameters }: Looked, names: ReadonlyArray<RegExp>): Parameter | undefined =>
  names.map((name) => parameters.find((one) => name.test(one.name))).find(isThere);

/** What requests call the number of items that they ask for. */
const sizeNames =
  /^(\$|_|filter\[|page\[)?(limit|top|take|count|size|per[_-]?page|page[_-]?size|rows|max[_-]?results|itemsPerPage|resultRecordCount|n|num|length)\]?$/i;

/** The numbers that a request has: in its query string, and in its body. */
const parametersIn = ({ query, sent }: FirstAnswer): ReadonlyArray<Parameter> =>
  [
    ...Array.from(query ?? [], ([name, [value]]) => ({ name, text: name, value })),
    ...Array.from(sent === undefined ? [] : valuesIn(sent, [], 3), ({ path, value }) => ({
      name: path.at(-1) ?? '',
      text: `body:${pathText(path)}`,
      value,
    })),
  ].flatMap((one) => (isCount(one.value) ? [{ ...one, value: Number(one.value) }] : []));

export const lookedAt = (answer: FirstAnswer): Looked => {
  const parameters = parametersIn(answer);
  const items = findItems(answer.body, parameters.find(({ name }) => sizeNames.test(name))?.value);
  const isList = Array.isArray(answer.body);
  const root = isList && items !== undefined && items.path.length > 0 ? ['0'] : [];
  const fields = isList && root.length === 0 ? [] : [...valuesIn(valueAt(answer, root), root, 3)];
  return { ...answer, parameters, items, root, fields };
};
