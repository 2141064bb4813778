import { plainName, type ValueType } from '../../model/conventions/Convention';
import { nullIn, objectOf } from '../codec/jsonSchema';
import { type Evidence, holdsPaging, type LinkList, type Sign, signing } from '../look/Evidence';
import { type Path, pathText } from '../look/items';
import { hasRole, rowFor } from '../look/matching';
import { type Operation, type Parameter, parameterText } from './operations';
import { mayBeText, stringOf, type View } from './View';

export type ViewOf = (schema: unknown) => View;

/** Where the items of a response are; without a schema of theirs, several lists may be it. */
export interface ListedItems {
  readonly path: Path;
  readonly item?: unknown;
  /** The plain names of what is in the same object. */
  readonly beside: ReadonlyArray<string>;
}

/** An operation that may list, and what its document says of that. */
export interface Documented {
  readonly operation: Operation;
  readonly root: View;
  readonly items: ListedItems;
  readonly evidence: Evidence;
  readonly itemView: ViewOf;
}

const isWhole = ({ types }: View): boolean => types.has('integer') || types.has('number');

/** What a value may be, as its schema says. */
const schemaTests: Readonly<Record<ValueType, (view: View) => boolean>> = {
  flag: ({ types }) => types.has('boolean'),
  count: isWhole,
  text: mayBeText,
  address: (view) => mayBeText(view) && /^(ur[il]|iri)/.test(stringOf(view.words.format)),
  value: (view) => mayBeText(view) || isWhole(view),
  object: ({ properties, types }) => properties.size > 0 || types.has('object'),
  list: ({ types }) => types.has('array'),
  any: () => true,
};

/** No schema that people write has more properties, or alternatives. */
const maxParts = 1_000;
const maxAlternatives = 20;
const maxDepth = 4;

/** What may be in an object, also in one of its alternatives. */
const propertiesOf = (
  { properties, alternatives }: View,
  itemView: ViewOf,
): ReadonlyMap<string, unknown> =>
  alternatives.length === 0
    ? properties
    : new Map([
        ...alternatives.slice(0, maxAlternatives).flatMap((one) => [...itemView(one).properties]),
        ...properties,
      ]);

/** What the links of a list of them are called. */
const linksOf = ({ items }: View, itemView: ViewOf): LinkList | undefined => {
  const { properties } = itemView(items);
  const [rel, href] = ['rel relation', 'href url'].map((names) =>
    names.split(' ').find((name) => properties.has(name)),
  );
  return rel === undefined || href === undefined ? undefined : { rel, href, hasNext: true };
};

const viewSigning = (itemView: ViewOf) =>
  signing<View>((view) => ({
    value: undefined,
    isThere: true,
    isOf: (type) => schemaTests[type](view),
    inner: () =>
      [...propertiesOf(view, itemView)]
        .slice(0, maxParts)
        .map(([name, schema]) => [name, itemView(schema)]),
    links: () => (view.types.has('array') ? linksOf(view, itemView) : undefined),
  }));

export const fieldSign = (path: Path, view: View, itemView: ViewOf): Sign =>
  viewSigning(itemView)({ place: 'field', path, text: pathText(path) }, view);

/** What a path leads to in a response. */
export const viewAt = (root: View, path: Path, itemView: ViewOf): View =>
  path.reduce((view, name) => itemView(propertiesOf(view, itemView).get(name)), root);

/** Whether something need not be there, or may be null, as the schema of a response says. */
export const isOptionalAt = (root: View, path: Path, itemView: ViewOf): boolean =>
  path.some((name, index) => {
    const { types, words } = viewAt(root, path.slice(0, index + 1), itemView);
    const { required } = viewAt(root, path.slice(0, index), itemView);
    return !required.has(name) || types.has('null') || nullIn(words);
  });

/** The list that the response of an operation is about. */
export const listedItems = (
  root: View,
  { path: address }: Operation,
  itemView: ViewOf,
): ListedItems | undefined => {
  if (root.types.has('array')) return { path: [], item: root.items ?? {}, beside: [] };
  const subject = plainName(/([^/{}]+)(\/?\{[^{}]*\})?\/?$/.exec(address)?.[1] ?? '');
  let level: ReadonlyArray<Pick<ListedItems, 'path'> & { readonly view: View }> = [
    { path: [], view: root },
  ];
  for (let depth = 1; depth < maxDepth && level.length > 0; depth += 1) {
    const inner = level.flatMap(({ path, view: { properties } }) =>
      Array.from(properties, ([name, schema]) => ({
        path: [...path, name],
        name,
        view: itemView(schema),
        beside: Array.from(properties.keys(), plainName),
      })),
    );
    const lists = inner.filter(
      ({ name, view }) =>
        view.types.has('array') &&
        !hasRole(name, 'otherList') &&
        linksOf(view, itemView) === undefined,
    );
    const named = lists.filter(({ name }) => hasRole(name, 'items') || plainName(name) === subject);
    const [only] = named.length === 1 ? named : lists;
    const isKnown = named.length === 1 || lists.length === 1;
    if (only !== undefined) {
      const { path, beside, view } = only;
      return { path, beside, ...(isKnown && { item: view.items ?? {} }) };
    }
    level = inner.filter(({ name }) => hasRole(name, 'wrapper'));
  }
  return undefined;
};

/** What a response has beside its items: around them, and in the objects that hold what is about pages. */
const fieldsIn = (root: View, items: Path, itemView: ViewOf): ReadonlyArray<Sign> => {
  const found: Array<Sign> = [];
  let level = fieldSign([], root, itemView).parts();
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth += 1) {
    found.push(...level);
    level = level
      .filter(({ name, path }) => holdsPaging(name) || items[path.length - 1] === name)
      .flatMap(({ parts }) => parts())
      .slice(0, maxParts);
  }
  return items.length === 0 ? [] : found;
};

const headersIn = ({ reply }: Operation, itemView: ViewOf): ReadonlyArray<Sign> =>
  Object.entries(reply?.headers ?? {}).map(([name, header]) => {
    const isLink = name.toLowerCase() === 'link';
    const { schema = header } = objectOf(header);
    const [last, text] = isLink ? ['link:next', 'link:next'] : [name, `header:${name}`];
    return viewSigning(itemView)({ place: 'header', path: [last], text }, itemView(schema));
  });

/** The number of the first page or item, where the document says it. */
const firstOf = ({ view: { words } }: Parameter): number | undefined =>
  [words.default, words.minimum].find((one): one is number => one === 0 || one === 1);

/** These begin a range of something else, unless there is a size, and no end. */
const isRange = ({ plain }: Parameter, all: ReadonlyArray<Parameter>): boolean =>
  /^(start|from)$/.test(plain) &&
  (all.some((one) => /^(end|to|until)$/.test(one.plain)) ||
    !all.some(
      (one) =>
        rowFor(
          { name: one.name, place: 'parameter', isOf: (type) => schemaTests[type](one.view) },
          'size',
        ) !== undefined,
    ));

const itemHas = (item: View, name: string, itemView: ViewOf, depth = 3): boolean => {
  const { properties, alternatives } = item;
  if (properties.has(name) || depth === 0 || alternatives.length === 0) return properties.has(name);
  // The same schema may be named very often.
  return [...new Set(alternatives.map(itemView))].every((one) =>
    itemHas(one, name, itemView, depth - 1),
  );
};

/** What a document says of the pages of an operation. */
export const documentEvidence = (
  operation: Operation,
  root: View,
  items: ListedItems,
  itemView: ViewOf,
): Evidence => {
  const sign = viewSigning(itemView);
  // No time is a number of a page, nor a cursor.
  const taken = operation.parameters.filter(
    ({ part, view }) =>
      (part === 'query' || part === 'body') && !stringOf(view.words.format).startsWith('date'),
  );
  return {
    signs: [...fieldsIn(root, items.path, itemView), ...headersIn(operation, itemView)],
    parameters: taken
      .filter((one) => !isRange(one, taken))
      .map((one) => ({
        ...sign({ place: 'parameter', path: [one.name], text: parameterText(one) }, one.view),
        value: firstOf(one),
      })),
    items,
    count: undefined,
    itemHas: (name) => itemHas(itemView(items.item), name, itemView),
    slotFor: undefined,
  };
};
