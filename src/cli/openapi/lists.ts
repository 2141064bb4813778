import { holderNames, itemNames, otherListNames, plainName } from './names';
import { type Path, pathText } from '../look/items';
import type { SchemeTexts } from '../options/tables';
import type { Operation, Parameter } from './operations';
import type { View } from './View';

export type ViewOf = (schema: unknown) => View;

/** Something in a response. */
export interface Found {
  readonly path: Path;
  readonly plain: string;
  readonly view: View;
}

/** Where the items of a response are; without a schema of theirs, several lists may be it. */
interface Items {
  readonly path: Path;
  readonly item?: unknown;
  /** The plain names of what is in the same object. */
  readonly beside: ReadonlyArray<string>;
}

/** What a document shows of the pages of an operation. */
export interface Signs {
  readonly operation: Operation;
  readonly root: View;
  readonly items: Items;
  readonly beside: ReadonlyArray<Found>;
  /** Those that can take a cursor, a number or a size. */
  readonly parameters: ReadonlyArray<Parameter>;
  readonly itemView: ViewOf;
}

/** How it is paged, in the options of `walk`, and what of that is a guess. */
export interface Seen {
  readonly options: SchemeTexts;
  readonly guesses?: ReadonlyArray<string>;
}

/** A parameter as the options of `walk` write it. */
export const slotOf = ({ part, name }: Parameter): string => {
  if (part === 'body') return `body:${pathText([name])}`;
  return part === 'query' && !name.includes(':') ? name : `${part}:${name}`;
};

/** What a path leads to in a response. */
export const listAt = ({ root, itemView }: Signs, path: Path): View =>
  path.reduce((view, name) => itemView(view.properties.get(name)), root);

/** The number of the first page or item, where the document says it. */
export const firstOf = ({ view: { words } }: Parameter): number | undefined =>
  [words.default, words.minimum].find((one): one is number => one === 0 || one === 1);

/** The options of a walk by numbers, and the first way of these that shows its end. */
export const numberOptions = (
  to: Parameter,
  isPage: boolean,
  ends: Readonly<Record<'last' | 'total' | 'more', string | undefined>>,
): SchemeTexts => {
  const start = isPage ? 1 : 0;
  const first = firstOf(to) ?? start;
  // Where pages are counted from 0, the number of pages is not that of the last one.
  const isLast = isPage && first === 1;
  const [end] = Object.entries(ends).filter(
    ([name, text]) => text !== undefined && (name !== 'last' || isLast),
  );
  return {
    [isPage ? 'page' : 'offset']: slotOf(to),
    ...((first !== start || to.isRequired) && { first: String(first) }),
    ...(end && { [end[0]]: end[1] }),
  };
};

/** What services call an object around their list. */
const wrapperNames =
  /^(data|results?|response|embedded|d|body|payload|hits|content|list|items|page|values?|return)$/;

const maxDepth = 3;

/** Links of a page are never its items. */
export const isLinks = ({ items }: View, itemView: ViewOf): boolean => {
  const { properties } = itemView(items);
  return (
    (properties.has('rel') || properties.has('relation')) &&
    (properties.has('href') || properties.has('url'))
  );
};

export const itemsIn = (
  root: View,
  { path: address }: Operation,
  itemView: ViewOf,
): Items | undefined => {
  if (root.types.has('array')) return { path: [], item: root.items ?? {}, beside: [] };
  const subject = plainName(/([^/{}]+)(\/?\{[^{}]*\})?\/?$/.exec(address)?.[1] ?? '');
  let level: ReadonlyArray<Found> = [{ path: [], plain: '', view: root }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const inner = level.flatMap(({ path, view: { properties } }) =>
      Array.from(properties, ([name, schema]) => ({
        path: [...path, name],
        plain: plainName(name),
        view: itemView(schema),
        beside: Array.from(properties.keys(), plainName),
      })),
    );
    const lists = inner.filter(
      ({ plain, view }) =>
        view.types.has('array') && !otherListNames.test(plain) && !isLinks(view, itemView),
    );
    const named = lists.filter(({ plain }) => itemNames.test(plain) || plain === subject);
    const [only] = named.length === 1 ? named : lists;
    const isKnown = named.length === 1 || lists.length === 1;
    if (only !== undefined) return { ...only, ...(isKnown && { item: only.view.items ?? {} }) };
    level = inner.filter(({ plain }) => wrapperNames.test(plain));
  }
  return undefined;
};

const isHolder = (name: string): boolean =>
  holderNames.test(plainName(name)) || /(meta|info)$/i.test(name);

/** What a response says beside its items: on the way to them, and in the objects that hold what is about pages. */
export const besideItems = (root: View, items: Path, itemView: ViewOf): ReadonlyArray<Found> => {
  const inside = ({ properties }: View, path: Path, holders: number): ReadonlyArray<Found> =>
    Array.from(properties, ([name, schema]) => {
      const one = { path: [...path, name], plain: plainName(name), view: itemView(schema) };
      return [
        one,
        ...(holders > 0 && isHolder(name) ? inside(one.view, one.path, holders - 1) : []),
      ];
    }).flat();
  const views = items
    .slice(0, -1)
    .reduce((way, name) => [...way, itemView(way.at(-1)?.properties.get(name))], [root]);
  const found =
    items.length === 0
      ? []
      : views.flatMap((view, depth) => inside(view, items.slice(0, depth), 2));
  return [...found].sort((one, other) => one.path.length - other.path.length);
};
