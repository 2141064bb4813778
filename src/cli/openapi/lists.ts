import { holderNames, itemNames, otherListNames, plainName } from '../../model/endpoints/pageNames';
import { type Path, pathText } from '../describe/looked';
import type { SchemeTexts } from '../describe/SchemeFlags';
import type { Operation, Parameter } from './operations';
import type { View } from './View';

export type ViewOf = (schema: unknown) => View;

/** Something in a response. */
export interface Found {
  readonly path: Path;
  readonly plain: string;
  readonly view: View;
}

/** Where the items of a response are; without a schema of theirs there are several lists that may be it. */
export interface Items {
  readonly path: Path;
  readonly item?: unknown;
  /** What is beside the list, in the same object. */
  readonly beside: ReadonlyArray<string>;
}

/** What a document shows of the pages of an operation. */
export interface Signs {
  readonly operation: Operation;
  readonly root: View;
  readonly items: Items;
  readonly beside: ReadonlyArray<Found>;
  readonly parameters: ReadonlyArray<Parameter>;
  readonly viewOf: ViewOf;
}

export interface Seen {
  readonly options: SchemeTexts;
  readonly guesses?: ReadonlyArray<string>;
}

/** A parameter as the options of `walk` write it. */
export const slotOf = ({ part, name }: Parameter): string => {
  if (part !== 'query') return `${part}:${part === 'body' ? pathText([name]) : name}`;
  return name.includes(':') || name === '*' ? `query:${name}` : name;
};

/** What services call an object around their list. */
const wrapperNames = /^(data|results?|response|embedded|d|body|payload|hits|content|list|items|page|values?|return)$/;

const maxDepth = 3;

/** Links of a page are never its items. */
export const isLinks = (view: View, viewOf: ViewOf): boolean => {
  const { properties } = viewOf(view.items);
  return (properties.has('rel') || properties.has('relation')) && (properties.has('href') || properties.has('url'));
};

export const itemsIn = (root: View, { path: address }: Operation, viewOf: ViewOf): Items | undefined => {
  if (root.types.has('array')) return { path: [], item: root.items ?? {}, beside: [] };
  const last = plainName(/([^/{}]+)\/?$/.exec(address.replace(/\/?\{[^}]*\}\/?$/, ''))?.[1] ?? '');
  let level: ReadonlyArray<{ readonly path: Path; readonly view: View }> = [{ path: [], view: root }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const inner = level.flatMap(({ path, view }) =>
      Array.from(view.properties, ([name, schema]) => ({
        path: [...path, name],
        plain: plainName(name),
        view: viewOf(schema),
        beside: [...view.properties.keys()].map(plainName),
      })),
    );
    const lists = inner.filter(
      ({ plain, view }) => view.types.has('array') && !otherListNames.test(plain) && !isLinks(view, viewOf),
    );
    const named = lists.filter(({ plain }) => itemNames.test(plain) || plain === last);
    const [only] = named.length === 1 ? named : lists;
    if (only !== undefined) {
      const { path, beside, view } = only;
      return { path, beside, ...(named.length === 1 || lists.length === 1 ? { item: view.items ?? {} } : {}) };
    }
    level = inner.filter(({ plain, view }) => wrapperNames.test(plain) && view.properties.size > 0);
  }
  return undefined;
};

const isHolder = (name: string): boolean => holderNames.test(plainName(name)) || /(meta|info)$/i.test(name);

/** What a response says beside its items: on the way to them, and in the objects that hold what is about pages. */
export const besideItems = (root: View, items: Path, viewOf: ViewOf): ReadonlyArray<Found> => {
  const found: Array<Found> = [];
  const look = (view: View, path: Path, holders: number): void => {
    for (const [name, schema] of view.properties) {
      const inner = { path: [...path, name], plain: plainName(name), view: viewOf(schema) };
      found.push(inner);
      if (holders > 0 && isHolder(name)) look(inner.view, inner.path, holders - 1);
    }
  };
  let view = root;
  for (const [depth, name] of items.entries()) {
    look(view, items.slice(0, depth), 2);
    view = viewOf(view.properties.get(name));
  }
  return found.sort((one, other) => one.path.length - other.path.length);
};
