import {
  cursorPairs,
  lastPageNames,
  moreNames,
  nextLinkNames,
  offsetNames,
  otherNextNames,
  otherTotalNames,
  pageNames,
  sizeNames,
  totalNames,
} from '../../model/endpoints/pageNames';
import { isObject, pathText } from '../describe/looked';
import type { SchemeTexts } from '../describe/SchemeFlags';
import type { Api } from './Api';
import { extensionOf } from './extensions';
import { besideItems, type Found, isLinks, itemsIn, type Seen, type Signs, slotOf, type ViewOf } from './lists';
import type { Operation, Parameter } from './operations';
import { isWhole, mayBe } from './View';

/** How an operation is paged: `unclear` where it shows signs of it, but not how; `none` where it has none. */
export interface Evidence {
  readonly strength: 'strong' | 'weak' | 'unclear' | 'none';
  readonly items: string;
  /** The schema of an item. */
  readonly item: unknown;
  /** As the options of `walk` say it; none of them where there is one page only. */
  readonly options: SchemeTexts;
  /** Why it is not described, or what of it is a guess. */
  readonly reasons: ReadonlyArray<string>;
  /** Parameters that are about pages, by their names. */
  readonly own: ReadonlySet<string>;
  readonly size: Parameter | undefined;
}

const isText = ({ view }: Found): boolean => mayBe(view, 'string');
const isFlag = ({ view }: Found): boolean => view.types.has('boolean');
const isNumber = ({ view }: Found): boolean => isWhole(view);

const found = (
  { beside }: Signs,
  names: RegExp | ReadonlyArray<RegExp>,
  isWanted: (one: Found) => boolean,
): string | undefined => {
  const one = [names].flat().flatMap((name) => beside.filter((each) => name.test(each.plain) && isWanted(each)))[0];
  return one && pathText(one.path);
};

const numbered = ({ parameters }: Signs, names: ReadonlyArray<RegExp>): Parameter | undefined =>
  names.flatMap((name) => parameters.filter(({ plain, view }) => name.test(plain) && isWhole(view)))[0];

const sizeOf = ({ parameters }: Signs): Parameter | undefined =>
  parameters.find(({ plain, view }) => sizeNames.test(plain) && isWhole(view));

const linkHeader = ({ operation }: Signs): Seen | undefined =>
  Object.keys(operation.reply?.headers ?? {}).some((name) => /^link$/i.test(name))
    ? { options: { link: 'link:next' } }
    : undefined;

const isLinkWord = /(link|href|ur[il]|path)$/;

const linkAt = ({ beside, viewOf }: Signs): Seen | undefined => {
  for (const { path, plain, view } of beside) {
    if (/^links?$/.test(plain) && isLinks(view, viewOf)) {
      const { properties } = viewOf(view.items);
      const rel = properties.has('rel') ? 'rel' : 'relation';
      return { options: { link: `${pathText(path)}[${rel}=next].${properties.has('href') ? 'href' : 'url'}` } };
    }
    if (!nextLinkNames.test(plain) && !otherNextNames.test(plain) && plain !== 'next') continue;
    const href = ['href', 'url'].find((name) => view.properties.has(name));
    if (href !== undefined) return { options: { link: pathText([...path, href]) } };
    const isInLinks = path.slice(0, -1).some((name) => /links?$/i.test(name));
    const isUri = /^(ur[il]|iri)/.test(String(view.words.format ?? ''));
    if (mayBe(view, 'string') && !isWhole(view) && (isUri || isInLinks || isLinkWord.test(plain))) {
      return { options: { link: pathText(path) } };
    }
  }
  return undefined;
};

/** Where a reader of events stands: there is always a next position, and what comes then has not happened yet. */
const isStreamed = /stream|position|batch|sync|since|watermark|sequence/;

/** The parameter that takes a cursor of this name. */
const takerOf = ({ parameters }: Signs, { plain }: Found): Parameter | undefined => {
  for (const [from, to] of cursorPairs) {
    const [whole, behind = ''] = from.exec(plain) ?? [];
    if (whole === undefined) continue;
    const names = to.replaceAll('$1', () => behind).split(/\|(?![^(]*\))/);
    const taker = names
      .flatMap((name) =>
        parameters.filter((one) => one.plain === name || (/\[/.test(name) && new RegExp(`^${name}$`).test(one.plain))),
      )
      .find(({ view }) => !view.types.has('boolean'));
    if (taker !== undefined) return taker;
  }
  return undefined;
};

const isCursor = ({ view, plain }: Found): boolean =>
  !view.types.has('boolean') && !view.types.has('array') && !isStreamed.test(plain);

const cursor = (signs: Signs): Seen | undefined => {
  const more = found(signs, moreNames, isFlag);
  const taken = signs.beside.filter(isCursor).flatMap((one) => {
    const taker = takerOf(signs, one);
    return taker === undefined ? [] : [{ from: pathText(one.path), taker }];
  });
  const after = signs.parameters.find(({ plain }) => /^(startingafter|after(id)?)$/.test(plain));
  const last = found(signs, /^lastid$/, isText);
  const both =
    taken[0] ??
    (more !== undefined && last !== undefined && after !== undefined ? { from: last, taker: after } : undefined);
  if (both === undefined) return undefined;
  const number = numbered(signs, [...pageNames, ...offsetNames]);
  const isOther = number !== undefined && number !== both.taker;
  return {
    options: { cursor: [both.from], to: [slotOf(both.taker)], ...(more !== undefined && { more }) },
    ...(isOther && { guesses: [`it takes ${number.name}, too; the cursor was preferred`] }),
  };
};

const hasId = (schema: unknown, viewOf: ViewOf, depth = 3): boolean => {
  const { properties, alternatives } = viewOf(schema);
  if (properties.has('id') || depth === 0) return properties.has('id');
  return alternatives.length > 0 && alternatives.every((one) => hasId(one, viewOf, depth - 1));
};

const lastItem = (signs: Signs): Seen | undefined => {
  const taker = signs.parameters.find(({ plain }) => plain === 'startingafter');
  const more = found(signs, moreNames, isFlag);
  if (taker === undefined || more === undefined || !hasId(signs.items.item, signs.viewOf)) return undefined;
  return { options: { lastId: 'id', to: [slotOf(taker)], more } };
};

/** The number of the first page or item, where the document says it. */
const firstOf = ({ view: { words } }: Parameter): number | undefined =>
  [words.default, words.minimum].find((one) => one === 0 || one === 1) as number | undefined;

/** `start` and `from` begin a range of something else, unless there is a size, and no end. */
const isOffset = ({ parameters }: Signs, { plain }: Parameter, size: Parameter | undefined): boolean =>
  !/^(start|from)$/.test(plain) ||
  (size !== undefined && !parameters.some((one) => /^(end|to|until)$/.test(one.plain)));

/** By the number of a page or of items; or why that is not clear. */
const numbers = (signs: Signs): Seen | string | undefined => {
  const page = numbered(signs, pageNames);
  const skip = numbered(signs, offsetNames);
  const offset = skip !== undefined && isOffset(signs, skip, sizeOf(signs)) ? skip : undefined;
  if (page !== undefined && offset !== undefined) return `it takes both ${page.name} and ${offset.name}`;
  const to = page ?? offset;
  if (to === undefined) return undefined;
  const start = page === undefined ? 0 : 1;
  const first = firstOf(to);
  // Where pages are counted from 0, the number of pages is not that of the last one.
  const last = page === undefined || first === 0 ? undefined : found(signs, lastPageNames.slice(0, 1), isNumber);
  const total = last === undefined ? found(signs, [totalNames, ...otherTotalNames.slice(0, 1)], isNumber) : undefined;
  const more = last === undefined && total === undefined ? found(signs, moreNames, isFlag) : undefined;
  const unsaid = first === undefined ? `, and it counts from ${start}, which the document does not say` : '';
  const end = last ?? total ?? more;
  return {
    options: {
      [page === undefined ? 'offset' : 'page']: slotOf(to),
      ...(first !== undefined && first !== start && { first: String(first) }),
      ...(last !== undefined && { last }),
      ...(total !== undefined && { total }),
      ...(more !== undefined && { more }),
    },
    guesses: [
      `${to.name} is the number of ${page === undefined ? 'items to skip' : 'the page'}${unsaid}`,
      ...(end === undefined ? ['nothing says which page is the last: the first empty one ends the walk'] : []),
    ],
  };
};

/** A switch without which there is no cursor: a walk would end after page 1 in silence. */
const switchOf = ({ parameters }: Signs): Parameter | undefined =>
  parameters.find(
    ({ plain, view }) =>
      view.types.has('boolean') && view.words.default !== true && /cursor|marker|paginat|paging/.test(plain),
  );

/** Parameters about pages that no walk gives as a field. */
const isPaged = ({ plain, view, words }: Parameter, to: ReadonlyArray<string>): boolean => {
  if (/^(after|before)$/.test(plain)) {
    const isTime = /^date/.test(String(view.words.format ?? ''));
    return !isTime && (to.length > 0 || /cursor/i.test(String(words.description ?? '')));
  }
  return (
    /^((page|next|start)?(cursor|token|marker)|continue|startingafter|endingbefore|prev(ious)?(page)?(cursor|token))$/.test(
      plain,
    ) ||
    (isWhole(view) && [sizeNames, ...pageNames, ...offsetNames.slice(0, 1)].some((name) => name.test(plain)))
  );
};

/** What says that there are pages, though not how to ask for them. */
const hintOf = (signs: Signs): string | undefined => {
  const parameter = signs.parameters.find((one) => isPaged(one, [])) ?? switchOf(signs);
  if (parameter !== undefined) return `${parameter.name} alone does not say how to ask for the next page`;
  const field =
    found(
      signs,
      [moreNames, /^next/, totalNames, ...lastPageNames.slice(0, 1)],
      (one) => !one.view.types.has('array'),
    ) ?? found(signs, isStreamed, (one) => /^next/.test(one.plain));
  return field && `the response has ${field}, and no parameter is known to ask for the next page with it`;
};

/** What is known of the pages of an operation; undefined where it does not list. */
export const evidenceOf = (api: Api, operation: Operation, viewOf: ViewOf): Evidence | undefined => {
  const { reply, method, path } = operation;
  if (reply === undefined) return undefined;
  const root = viewOf(reply.schema);
  const items = itemsIn(root, operation, viewOf) ?? { path: [], beside: [] };
  const beside = besideItems(root, items.path, viewOf);
  const parameters = operation.parameters.filter(({ part }) => part === 'query' || part === 'body');
  const signs: Signs = { operation, root, items, beside, parameters, viewOf };
  const extension = extensionOf(api, signs);
  if (extension === undefined && items.item === undefined && items.path.length === 0) return undefined;

  const size = sizeOf(signs);
  const made = (strength: Evidence['strength'], seen: Partial<Seen>, reasons: ReadonlyArray<string>): Evidence => {
    const { options = {} } = seen;
    const to = [...(options.to ?? []), options.page, options.offset].filter((slot) => slot !== undefined);
    const own = parameters.filter((one) => one === size || to.includes(slotOf(one)) || isPaged(one, options.to ?? []));
    const names = new Set(own.map(({ name }) => name));
    return { strength, items: pathText(items.path), item: items.item, options, reasons, own: names, size };
  };
  if (extension !== undefined) {
    if (typeof extension === 'string') return made('unclear', {}, [extension]);
    return {
      ...made('strong', extension, []),
      ...(extension.items && { items: extension.items }),
      item: extension.item,
    };
  }

  const strong = linkHeader(signs) ?? linkAt(signs) ?? cursor(signs) ?? lastItem(signs);
  const weak = strong === undefined ? numbers(signs) : undefined;
  const hint = hintOf(signs);
  const isSigned = strong !== undefined || weak !== undefined || hint !== undefined;
  const isSingle = items.beside.some((name) => /^(id|key|name)$/.test(name)) || /\}\/?$/.test(path);
  if ((!isSigned && isSingle) || (method === 'POST' && strong === undefined)) return undefined;
  const doubled = items.item === undefined ? 'it has several lists, and none is known to be the items' : undefined;
  const toggle = switchOf(signs);
  const doubt =
    doubled ??
    (toggle && `${toggle.name} changes how it is paged`) ??
    (typeof weak === 'string' ? weak : undefined) ??
    (isSigned && strong === undefined && weak === undefined ? hint : undefined);
  if (doubt !== undefined) return made('unclear', {}, [doubt]);
  const seen = strong ?? (isObject(weak) ? (weak as Seen) : undefined);
  if (seen === undefined) return made('none', {}, ['nothing says that it has pages: --one-page takes it as one']);
  const { guesses = [] } = seen;
  return made(guesses.length > 0 ? 'weak' : 'strong', seen, guesses);
};
