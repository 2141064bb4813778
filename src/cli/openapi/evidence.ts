import {
  cursorPairs,
  lastPageNames,
  moreNames,
  nextCursorNames,
  nextLinkNames,
  offsetNames,
  otherNextNames,
  otherTotalNames,
  pageNames,
  sizeNames,
  totalNames,
} from './names';
import { pathText } from '../look/items';
import { pathIn } from '../options/readers';
import type { LeftOut } from '../look/leftOut';
import type { Recognition } from '../look/recognise';
import { objectOf } from '../codec/jsonSchema';
import type { SchemeTexts } from '../options/tables';
import type { Api } from './Api';
import { extensionOf } from './extensions';
import {
  besideItems,
  firstOf,
  type Found,
  isLinks,
  itemsIn,
  listAt,
  numberOptions,
  type Seen,
  type Signs,
  slotOf,
  type ViewOf,
} from './lists';
import type { Operation, Parameter } from './operations';
import { mayBeText, shownRef, stringOf, type View } from './View';

/** How an operation is paged: `unclear` where it shows signs of pages, but not how to ask for them; `none` without signs. */
export interface Evidence {
  readonly strength: 'strong' | 'weak' | 'unclear' | 'none';
  /** Where the items are, as the options of `walk` say it, and the schema of one. */
  readonly items: string;
  readonly item: unknown;
  /** None of them where there is one page only. */
  readonly options: SchemeTexts;
  /** Why it is not described, or what of it is a guess. */
  readonly reasons: ReadonlyArray<string>;
  /** The parameters that are about pages. */
  readonly own: ReadonlySet<string>;
  readonly size: string | undefined;
  /** What the service leaves out where it is empty, false or not known. */
  readonly leftOut: LeftOut;
}

const isFlag = ({ view }: Pick<Found, 'view'>): boolean => view.types.has('boolean');
const isCount = ({ view: { types } }: Pick<Found, 'view'>): boolean =>
  types.has('integer') || types.has('number');
const isText = ({ view }: Found): boolean => mayBeText(view);

type Names = ReadonlyArray<RegExp>;

/** What is beside the items by one of these names, the first one first. */
const found = (
  { beside }: Signs,
  names: Names,
  isWanted: (one: Found) => boolean,
): string | undefined => {
  const [one] = names.flatMap((name) =>
    beside.filter((each) => name.test(each.plain) && isWanted(each)),
  );
  return one && pathText(one.path);
};

const counting = ({ parameters }: Signs, names: Names): Parameter | undefined =>
  names.flatMap((name) => parameters.filter((one) => name.test(one.plain) && isCount(one)))[0];

const linkHeader = ({ operation }: Signs): Seen | undefined =>
  Object.keys(operation.reply?.headers ?? {}).some((name) => name.toLowerCase() === 'link')
    ? { options: { link: 'link:next' } }
    : undefined;

/** A link by its format, by a name that says so, or because it is inside of links. */
const linkAt = ({ beside, itemView }: Signs): Seen | undefined => {
  for (const { path, plain, view } of beside) {
    const { properties } = itemView(view.items);
    if (/^links?$/.test(plain) && isLinks(view, itemView)) {
      const rel = properties.has('rel') ? 'rel' : 'relation';
      return {
        options: {
          link: `${pathText(path)}[${rel}=next].${properties.has('href') ? 'href' : 'url'}`,
        },
      };
    }
    if (!nextLinkNames.test(plain) && !otherNextNames.test(plain)) continue;
    const part = ['href', 'url'].find((name) => view.properties.has(name));
    const isSaid =
      /(link|href|ur[il]|path)$/.test(plain) || /^(ur[il]|iri)/.test(stringOf(view.words.format));
    const isInLinks = path.slice(0, -1).some((name) => /links?$/i.test(name));
    if (part !== undefined || (mayBeText(view) && (isSaid || isInLinks)))
      return { options: { link: pathText(part === undefined ? path : [...path, part]) } };
  }
  return undefined;
};

/** Where a reader of events stands: there is always a next position, and what comes then has not happened yet. */
const streamed = /stream|position|batch|sync|since|watermark|sequence/;

/** The parameter that takes a cursor of this name. */
const takerOf = ({ parameters }: Signs, { plain, view }: Found): Parameter | undefined => {
  if (view.types.has('boolean') || view.types.has('array') || streamed.test(plain))
    return undefined;
  for (const [from, to] of cursorPairs) {
    const [whole, behind = ''] = from.exec(plain) ?? [];
    const names = whole === undefined ? [] : to.replace('$1', () => behind).split(' ');
    const [taker] = names.flatMap((name) =>
      parameters.filter((one) => one.plain === name && !isFlag(one)),
    );
    if (taker !== undefined) return taker;
  }
  return undefined;
};

const cursor = (signs: Signs): Seen | undefined => {
  const more = found(signs, [moreNames], isFlag);
  const after =
    more === undefined
      ? undefined
      : signs.parameters.find(({ plain }) => /^(startingafter|after(id)?)$/.test(plain));
  const [first] = signs.beside.flatMap((one) => {
    const to = takerOf(signs, one) ?? (one.plain === 'lastid' && isText(one) ? after : undefined);
    return to === undefined ? [] : [{ from: pathText(one.path), to }];
  });
  if (first === undefined) return undefined;
  const { from, to } = first;
  const number = counting(signs, [...pageNames, ...offsetNames]);
  const isOther = number !== undefined && number !== to;
  return {
    options: { cursor: [from], to: [slotOf(to)], ...(more !== undefined && { more }) },
    ...(isOther && { guesses: [`it takes ${number.name}, too; the cursor was preferred`] }),
  };
};

const hasId = ({ properties, alternatives }: View, itemView: ViewOf, depth = 3): boolean => {
  if (properties.has('id') || depth === 0 || alternatives.length === 0) return properties.has('id');
  // The same schema may be named very often.
  return [...new Set(alternatives.map(itemView))].every((one) => hasId(one, itemView, depth - 1));
};

const lastItem = (signs: Signs): Seen | undefined => {
  const taker = signs.parameters.find(({ plain }) => plain === 'startingafter');
  const more = found(signs, [moreNames], isFlag);
  if (
    taker === undefined ||
    more === undefined ||
    !hasId(signs.itemView(signs.items.item), signs.itemView)
  )
    return undefined;
  return { options: { lastId: 'id', to: [slotOf(taker)], more } };
};

const cursorNames =
  /^((page|next|start)?(cursor|token|marker)|continue|startingafter|endingbefore|prev(ious)?(page)?(cursor|token))$/;

/** Whether a parameter is about pages, so that no walk gives it as a field. */
const isPaged = (one: Parameter, hasCursor: boolean): boolean => {
  const { plain, view, words } = one;
  if (plain !== 'after' && plain !== 'before')
    return (
      cursorNames.test(plain) ||
      (isCount(one) && [sizeNames, ...pageNames, /^offset$/].some((name) => name.test(plain)))
    );
  return (
    !stringOf(view.words.format).startsWith('date') &&
    (hasCursor || /cursor/i.test(stringOf(words.description)))
  );
};

/** By the number of a page or of items; a text says why that is not clear. */
const numbers = (signs: Signs): Seen | string | undefined => {
  const page = counting(signs, pageNames);
  const skip = counting(signs, offsetNames);
  // These begin a range of something else, unless there is a size, and no end.
  const isRange =
    counting(signs, [sizeNames]) === undefined ||
    signs.parameters.some(({ plain }) => /^(end|to|until)$/.test(plain));
  const offset =
    skip !== undefined && /^(start|from)$/.test(skip.plain) && isRange ? undefined : skip;
  if (page !== undefined && offset !== undefined)
    return `it takes both ${page.name} and ${offset.name}`;
  const to = page ?? offset;
  if (to === undefined) return undefined;
  const last = found(signs, lastPageNames.slice(0, 1), isCount);
  const total = found(signs, [totalNames, ...otherTotalNames.slice(0, 1)], isCount);
  const options = numberOptions(to, page !== undefined, {
    last,
    total,
    more: found(signs, [moreNames], isFlag),
  });
  const cursor = signs.parameters.find((one) => !isCount(one) && isPaged(one, false));
  const what = page === undefined ? 'items to skip' : 'the page';
  const start = `, and it counts from ${page === undefined ? 0 : 1}, which the document does not say`;
  const isEnded = (options.last ?? options.total ?? options.more) !== undefined;
  return {
    options,
    guesses: [
      `${to.name} is the number of ${what}${firstOf(to) === undefined ? start : ''}`,
      ...(cursor === undefined ? [] : [`it takes ${cursor.name}, too`]),
      ...(isEnded
        ? []
        : ['nothing says which page is the last: the first empty one ends the walk']),
    ],
  };
};

/** A switch without which there is no cursor: a walk would end after page 1 in silence. */
const isSwitch = ({ plain, view }: Parameter): boolean =>
  view.types.has('boolean') &&
  view.words.default !== true &&
  /cursor|marker|paginat|paging/.test(plain);

/** What says that there are pages, though not how to ask for them. */
const hintOf = (signs: Signs, isSingle: boolean): string | undefined => {
  const parameter = signs.parameters.find((one) => isPaged(one, false));
  if (parameter !== undefined)
    return `${parameter.name} alone does not say how to ask for the next page`;
  const names = [
    moreNames,
    nextLinkNames,
    otherNextNames,
    nextCursorNames,
    ...(isSingle ? [] : [totalNames, ...lastPageNames.slice(0, 1)]),
  ];
  const field =
    found(signs, names, () => true) ?? found(signs, [/^next/], ({ plain }) => streamed.test(plain));
  return (
    field &&
    `the response has ${field}, and no parameter is known that asks for the next page with it`
  );
};

/** What is known of the pages of an operation, also by what a response has shown; undefined where it does not list. */
export const evidenceOf = (
  api: Api,
  operation: Operation,
  itemView: ViewOf,
  shown?: Recognition,
): Evidence | undefined => {
  const { reply, method, path } = operation;
  if (reply === undefined) return undefined;
  const root = itemView(reply.schema);
  const items = itemsIn(root, operation, itemView) ?? { path: [], beside: [] };
  const parameters = operation.parameters.filter(({ part }) => part === 'query' || part === 'body');
  const signs: Signs = {
    operation,
    root,
    items,
    beside: besideItems(root, items.path, itemView),
    parameters,
    itemView,
  };
  const made = (
    strength: Evidence['strength'],
    seen: Seen,
    at: string = pathText(items.path),
  ): Evidence => {
    const { options, guesses: reasons = [] } = seen;
    const size = parameters.find(
      (one) => sizeNames.test(one.plain) && isCount(one) && !one.isRequired,
    );
    const slots = [...(options.to ?? []), options.page, options.offset];
    const isOwn = (one: Parameter): boolean =>
      slots.includes(slotOf(one)) || (isPaged(one, options.to !== undefined) && !one.isRequired);
    const own = new Set(parameters.filter(isOwn).map(({ name }) => name));
    const item = listAt(signs, pathIn(at)).items ?? {};
    return {
      strength,
      items: at,
      item,
      options,
      reasons,
      own,
      size: size && slotOf(size),
      leftOut: shown?.leftOut ?? 'nothing',
    };
  };
  const unclear = (reason: string): Evidence => made('unclear', { options: {}, guesses: [reason] });
  const isOfOne = /\}\/?$/.test(path);
  if (method === 'GET' && !isOfOne && api.follow(reply.schema).value === undefined) {
    return unclear(
      `its response refers to ${shownRef(stringOf(objectOf(reply.schema).$ref))}, which cannot be read`,
    );
  }
  if (shown?.certainty === 'guess')
    return made('weak', { ...shown, guesses: shown.reasons.slice(1) }, shown.items);
  if (shown !== undefined) return made('strong', shown, shown.items);
  const extension = extensionOf(api, signs);
  if (typeof extension === 'string') return unclear(extension);
  if (extension !== undefined) return made('strong', extension, pathText(extension.path));
  if (items.item === undefined && items.path.length === 0) return undefined;

  const strong = linkHeader(signs) ?? linkAt(signs) ?? cursor(signs) ?? lastItem(signs);
  if (method === 'POST' && strong === undefined) return undefined;
  const seen = strong ?? numbers(signs);
  const isSingle = items.beside.some((name) => /^(id|key|name)$/.test(name)) || isOfOne;
  const hint = seen === undefined ? hintOf(signs, isSingle) : undefined;
  if (seen === undefined && hint === undefined && isSingle) return undefined;
  const toggle = parameters.find(isSwitch);
  const doubled =
    items.item === undefined
      ? 'it has several lists, and none is known to be the items'
      : undefined;
  const toggled = toggle && `${toggle.name} changes how it is paged`;
  const doubt = doubled ?? toggled ?? (typeof seen === 'string' ? seen : hint);
  if (doubt !== undefined || typeof seen === 'string') return unclear(doubt ?? '');
  if (seen !== undefined) return made(seen.guesses === undefined ? 'strong' : 'weak', seen);
  return made('none', {
    options: {},
    guesses: ['nothing says that it has pages: with --one-page it counts as one'],
  });
};
