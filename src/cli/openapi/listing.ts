import { objectOf } from '../codec/jsonSchema';
import { type RoleSign, seenAs, type Sign } from '../look/Evidence';
import { pathText } from '../look/items';
import { optionTexts, type Recognition } from '../look/recognise';
import { hasWord, signalsOf } from '../look/signals';
import { likeliestOf, type PageWay } from '../look/PageWay';
import { waysOf } from '../look/ways';
import { pathIn } from '../options/readers';
import type { SchemeTexts } from '../options/tables';
import type { Api } from './Api';
import { type Documented, documentEvidence, listedItems, isOptionalAt, viewAt } from './evidence';
import { extensionOf } from './extensions';
import type { Operation, Parameter } from './operations';
import { shownRef } from './follow';
import { stringOf } from './View';

/** How an operation is paged: `unclear` where it shows signs of pages, but not how to ask for them; `none` without signs. */
export interface ListPaging {
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
}

/** The parameters that are about pages, so that no walk gives them as fields. */
const pagedIn = (
  { evidence, operation }: Documented,
  hasCursor: boolean,
): ReadonlyArray<RoleSign> => {
  const isSaid = ({ text }: Sign): boolean => {
    const found = operation.parameters.find((one) => one.text === text);
    return /cursor/i.test(stringOf(found?.words.description));
  };
  return seenAs(
    evidence.parameters,
    ['page', 'size', 'offset', 'cursor', 'previous'],
    ({ row: { role, worth }, ...sign }) =>
      role === 'page' ||
      role === 'size' ||
      worth === 3 ||
      (worth === 2 && role !== 'offset' && (hasCursor || isSaid(sign))),
  );
};

/** A switch without which there is no cursor: a walk would end after page 1 in silence. */
const isSwitch = ({ plain, view }: Parameter): boolean =>
  view.types.has('boolean') &&
  view.words.default !== true &&
  /cursor|marker|paginat|paging/.test(plain);

/** What says that there are pages, though not how to ask for them. */
const hintOf = ({ evidence }: Documented, isSingle: boolean): string | undefined => {
  const { signs, parameters } = evidence;
  const roles = ['page', 'size', 'cursor', 'previous'] as const;
  const [parameter] = [
    ...seenAs(parameters, roles, ({ row }) => row.worth > 1),
    ...seenAs(parameters, ['offset'], ({ row }) => row.worth === 3),
  ];
  if (parameter !== undefined)
    return `${parameter.name} alone does not say how to ask for the next page`;
  const [field] = [
    ...seenAs(signs, ['more'], ({ row }) => row.worth === 3),
    ...seenAs(
      signs,
      ['nextLink', 'nextCursor'],
      (sign) => sign.row.worth > 1 || hasWord(sign, 'streamWord'),
    ),
    ...(isSingle ? [] : seenAs(signs, ['total', 'lastPage'], ({ row }) => row.worth === 3)),
  ];
  return (
    field &&
    `the response has ${field.text}, and no parameter is known that asks for the next page with it`
  );
};

/** What is a guess where pages or items have numbers. */
const numberGuesses = (
  documented: Documented,
  { scheme, options }: PageWay,
): ReadonlyArray<string> => {
  const { evidence } = documented;
  const slot = options.page ?? options.offset;
  const number = evidence.parameters.find(({ text }) => text === slot);
  const [what, start] = scheme === 'page' ? ['the page', 1] : ['items to skip', 0];
  const [cursor] = pagedIn(documented, false).filter(
    ({ row, isOf }) => row.role === 'cursor' && !isOf('count'),
  );
  const isFirstKnown = number?.value !== undefined || options.first !== undefined;
  return [
    `${number?.name ?? ''} is the number of ${what}${isFirstKnown ? '' : `, and it counts from ${start}, which the document does not say`}`,
    ...(cursor ? [`it takes ${cursor.name}, too`] : []),
    ...((options.last ?? options.total ?? options.more) === undefined
      ? ['nothing says which page is the last: the first empty one ends the walk']
      : []),
  ];
};

/** The likeliest way to walk it, and what of that is a guess, or why there is none. */
const seenIn = (
  documented: Documented,
): { readonly way?: PageWay; readonly reasons: ReadonlyArray<string>; readonly doubt?: string } => {
  const { evidence } = documented;
  const signals = signalsOf(evidence);
  const way = likeliestOf(waysOf({ ...evidence, ...signals }));
  if (way === undefined) return { reasons: [] };
  const numbers = [signals.page, signals.offset].filter((one) => one?.place === 'parameter');
  if (way.scheme === 'page' || way.scheme === 'offset') {
    const names = numbers.map((one) => one?.name).join(' and ');
    return numbers.length > 1
      ? { reasons: [], doubt: `it takes both ${names}` }
      : { way, reasons: numberGuesses(documented, way) };
  }
  const other = numbers.find((one) => way.scheme === 'cursor' && one?.text !== way.options.to?.[0]);
  return {
    way,
    reasons: [
      ...(way.guess === undefined ? [] : [way.guess]),
      ...(other ? [`it takes ${other.name}, too; the cursor was preferred`] : []),
    ],
  };
};

/** Options with a `?` behind what the schema of the response allows to be absent. */
const withAbsences = (
  { root }: Documented,
  items: string,
  options: SchemeTexts,
): Pick<ListPaging, 'items' | 'options'> => {
  const marked = (text: string): string =>
    /^(header|link):|[?*]$/.test(text) || !isOptionalAt(root, pathIn(text)) ? text : `${text}?`;
  const ends = (['more', 'last', 'total'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [[name, marked(options[name])]],
  );
  return {
    items: marked(items),
    options: { ...options, ...(Object.fromEntries(ends) as SchemeTexts) },
  };
};

const isRequired = ({ operation }: Documented, slot: string | undefined): boolean =>
  operation.parameters.some((one) => one.isRequired && one.text === slot);

/** The first request has what a parameter that is required begins with. */
const withFirst = (documented: Documented, options: SchemeTexts): SchemeTexts =>
  isRequired(documented, options.page ?? options.offset)
    ? { ...options, first: options.first ?? (options.page === undefined ? '0' : '1') }
    : options;

const making =
  (documented: Documented) =>
  (
    strength: ListPaging['strength'],
    reasons: ReadonlyArray<string>,
    options: SchemeTexts = {},
    items = pathText(documented.items.path),
  ): ListPaging => {
    const { root, evidence } = documented;
    const slots = [...(options.to ?? []), options.page, options.offset];
    const isFree = ({ text }: Sign): boolean => !isRequired(documented, text);
    const own = [
      ...evidence.parameters.filter(({ text }) => slots.includes(text)),
      ...pagedIn(documented, options.to !== undefined).filter(isFree),
    ];
    const [size] = seenAs(evidence.parameters, ['size'], isFree);
    return {
      strength,
      reasons,
      items,
      options: withFirst(documented, options),
      item: viewAt(root, pathIn(items.replace(/\?$/, ''))).items ?? {},
      own: new Set(own.map(({ name }) => name)),
      size: size?.text,
    };
  };

/** What a document says alone; undefined where the operation does not list. */
const documentedListing = (api: Api, documented: Documented): ListPaging | undefined => {
  const { operation, items } = documented;
  const { method, path, parameters } = operation;
  const made = making(documented);
  const said = (
    options: SchemeTexts,
    reasons: ReadonlyArray<string>,
    at: string = pathText(items.path),
  ): ListPaging => {
    const sparse = withAbsences(documented, at, options);
    return made(reasons.length === 0 ? 'strong' : 'weak', reasons, sparse.options, sparse.items);
  };
  const extension = extensionOf(api, documented);
  if (typeof extension === 'string') return made('unclear', [extension]);
  if (extension !== undefined)
    return said(extension.options, extension.guesses, pathText(extension.path));
  if (items.item === undefined && items.path.length === 0) return undefined;
  const { way, reasons, doubt } = seenIn(documented);
  const isNumbered = doubt !== undefined || way?.scheme === 'page' || way?.scheme === 'offset';
  if (method === 'POST' && (way === undefined || isNumbered)) return undefined;
  const isSingle = items.beside.some((name) => /^(id|key|name)$/.test(name)) || isOfOne(path);
  const hint = way === undefined ? hintOf(documented, isSingle) : undefined;
  if (way === undefined && doubt === undefined && hint === undefined && isSingle) return undefined;
  const toggle = parameters.find(isSwitch);
  const why =
    (items.item === undefined
      ? 'it has several lists, and none is known to be the items'
      : undefined) ??
    (toggle && `${toggle.name} changes how it is paged`) ??
    doubt ??
    hint;
  if (why !== undefined) return made('unclear', [why]);
  if (way !== undefined) return said(way.options, reasons);
  return {
    ...said({}, []),
    strength: 'none',
    reasons: ['nothing says that it has pages: with --one-page it counts as one'],
  };
};

const isOfOne = (path: string): boolean => /\}\/?$/.test(path);

/** What is known of the pages of an operation, also by what a response has shown; undefined where it does not list. */
export const listingOf = (
  api: Api,
  operation: Operation,
  shown?: Recognition,
): ListPaging | undefined => {
  const { reply, method, path } = operation;
  if (reply === undefined) return undefined;
  const root = api.view(reply.schema);
  const items = listedItems(root, operation) ?? { path: [], beside: [] };
  const evidence = documentEvidence(operation, root, items);
  const documented = { operation, root, items, evidence };
  const made = making(documented);
  if (method === 'GET' && !isOfOne(path) && api.follow(reply.schema).value === undefined) {
    const ref = shownRef(stringOf(objectOf(reply.schema).$ref));
    return made('unclear', [`its response refers to ${ref}, which cannot be read`]);
  }
  if (shown === undefined) return documentedListing(api, documented);
  const { items: at, ...options } = optionTexts(shown);
  return shown.certainty === 'guess'
    ? made('weak', shown.reasons.slice(1), options, at)
    : made('strong', [], options, at);
};
