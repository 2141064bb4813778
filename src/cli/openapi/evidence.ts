import { plainName, type ValueType } from '../../model/conventions/Convention';
import { nullIn, objectOf } from '../codec/jsonSchema';
import { type Evidence, type LinkList, type Sign, signing, signsAround } from '../look/Evidence';
import { type Path, pathText } from '../look/items';
import { hasRole, rowFor } from '../look/matching';
import type { Operation, Parameter } from './operations';
import { mayBeText, stringOf, type View } from './View';

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
const propertiesOf = ({ properties, alternatives, inner }: View): ReadonlyMap<string, unknown> =>
  alternatives.length === 0
    ? properties
    : new Map([
        ...alternatives.slice(0, maxAlternatives).flatMap((one) => [...inner(one).properties]),
        ...properties,
      ]);

/** What the links of a list of them are called. */
const linksOf = ({ items, inner }: View): LinkList | undefined => {
  const { properties } = inner(items);
  const [rel, href] = ['rel relation', 'href url'].map((names) =>
    names.split(' ').find((name) => properties.has(name)),
  );
  return rel === undefined || href === undefined ? undefined : { rel, href, hasNext: true };
};

const viewSign = signing<View>((view) => ({
  value: undefined,
  isThere: true,
  isOf: (type) => schemaTests[type](view),
  inner: () =>
    [...propertiesOf(view)].slice(0, maxParts).map(([name, schema]) => [name, view.inner(schema)]),
  links: () => (view.types.has('array') ? linksOf(view) : undefined),
}));

/** What a path leads to in a response. */
export const viewAt = (root: View, path: Path): View =>
  path.reduce((view, name) => view.inner(propertiesOf(view).get(name)), root);

export const signAt = (root: View, path: Path): Sign =>
  viewSign({ place: 'field', path, text: pathText(path) }, viewAt(root, path));

/** Whether something need not be there, or may be null, as the schema of a response says. */
export const isOptionalAt = (root: View, path: Path): boolean =>
  path.some((name, index) => {
    const { types, words } = viewAt(root, path.slice(0, index + 1));
    const { required } = viewAt(root, path.slice(0, index));
    return !required.has(name) || types.has('null') || nullIn(words);
  });

/** The list that the response of an operation is about. */
export const listedItems = (root: View, { path: address }: Operation): ListedItems | undefined => {
  if (root.types.has('array')) return { path: [], item: root.items ?? {}, beside: [] };
  const subject = plainName(/([^/{}]+)(\/?\{[^{}]*\})?\/?$/.exec(address)?.[1] ?? '');
  let level: ReadonlyArray<{ readonly path: Path; readonly view: View }> = [
    { path: [], view: root },
  ];
  for (let depth = 1; depth < maxDepth && level.length > 0; depth += 1) {
    const inner = level.flatMap(({ path, view: holder }) =>
      Array.from(holder.properties, ([name, schema]) => ({
        path: [...path, name],
        name,
        view: root.inner(schema),
        holder,
      })),
    );
    const lists = inner.filter(
      ({ name, view }) =>
        view.types.has('array') && !hasRole(name, 'otherList') && linksOf(view) === undefined,
    );
    const named = lists.filter(({ name }) => hasRole(name, 'items') || plainName(name) === subject);
    const [only] = named.length === 1 ? named : lists;
    const isKnown = named.length === 1 || lists.length === 1;
    if (only !== undefined) {
      const { path, holder, view } = only;
      const beside = Array.from(holder.properties.keys(), plainName);
      return { path, beside, ...(isKnown && { item: view.items ?? {} }) };
    }
    level = inner.filter(({ name }) => hasRole(name, 'wrapper'));
  }
  return undefined;
};

const headersIn = ({ reply }: Operation, { inner }: View): ReadonlyArray<Sign> =>
  Object.entries(reply?.headers ?? {}).map(([name, header]) => {
    const isLink = name.toLowerCase() === 'link';
    const { schema = header } = objectOf(header);
    const [last, text] = isLink ? ['link:next', 'link:next'] : [name, `header:${name}`];
    return viewSign({ place: 'header', path: [last], text }, inner(schema));
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

/** Whether an item has something that is called so, or each of its alternatives has. Many may be one and the same. */
const itemHas = (item: View, name: string): boolean => {
  const open = new Set([item]);
  // What is added to a set while it is looked through is looked at, too.
  for (const { properties, alternatives, inner } of open) {
    if (properties.has(name)) continue;
    if (alternatives.length === 0) return false;
    for (const one of alternatives) open.add(inner(one));
  }
  return true;
};

/** What a document says of the pages of an operation. */
export const documentEvidence = (
  operation: Operation,
  root: View,
  items: ListedItems,
): Evidence => {
  // No time is a number of a page, nor a cursor.
  const taken = operation.parameters.filter(
    ({ part, view }) =>
      (part === 'query' || part === 'body') && !stringOf(view.words.format).startsWith('date'),
  );
  return {
    signs: [
      ...(items.path.length === 0 ? [] : signsAround(signAt(root, []), items.path)),
      ...headersIn(operation, root),
    ],
    parameters: taken
      .filter((one) => !isRange(one, taken))
      .map((one) => ({
        ...viewSign({ place: 'parameter', path: [one.name], text: one.text }, one.view),
        value: firstOf(one),
      })),
    items,
    count: undefined,
    itemHas: (name) => itemHas(root.inner(items.item), name),
    slotFor: undefined,
  };
};
