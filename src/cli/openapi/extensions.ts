import * as R from 'fp-ts/Record';
import type { Convention, Role } from '../../model/conventions/Convention';
import type { RoleSign } from '../look/Evidence';
import { type Path, pathText } from '../look/items';
import { type Fields, isFields } from '../../model/json/Fields';
import { hasRole } from '../look/matching';
import type { Signals } from '../look/signals';
import { offsets, pages } from '../look/numberWays';
import { listOf, objectOf } from '../codec/jsonSchema';
import type { SchemeTexts } from '../options/tables';
import type { Api } from './Api';
import { type Documented, signAt, viewAt } from './evidence';

type SignPlaces = 'items' | 'link' | 'cursor' | 'lastId' | 'more' | 'total' | 'last';

/** What an extension says: where things are in the response, and the names of the parameters that take them. */
type ExtensionSays = Readonly<
  Partial<Record<SignPlaces, Path | undefined> & Record<'to' | 'page' | 'offset', unknown>>
> & {
  readonly isOnePage?: boolean;
  /** What it leaves open. */
  readonly guesses?: ReadonlyArray<string>;
};

/** Reads an extension; undefined where the operation does not have it. */
type ExtensionReader = (
  own: unknown,
  documented: Documented,
  api: Api,
) => ExtensionSays | undefined;

/** `$.data.next`, `$response.data.next` or `$request.cursor` as a path. */
const pathOf = (text: unknown): Path | undefined =>
  typeof text === 'string' && /^\$[\w-]*(\.[^.[\]*]+)*$/.test(text)
    ? text.split('.').slice(1)
    : undefined;

const typed = (entries: ReadonlyArray<Fields>, type: string): Fields | undefined =>
  entries.find((one) => one.type === type);

const speakeasy: ExtensionReader = (own) => {
  if (!isFields(own)) return undefined;
  const [inputs, { results, nextUrl, nextCursor, numPages }] = [
    listOf(own.inputs).map(objectOf),
    objectOf(own.outputs),
  ];
  const taken = R.map((type: string) => typed(inputs, type)?.name)({
    to: 'cursor',
    page: 'page',
    offset: 'offset',
  });
  return {
    ...taken,
    ...R.map(pathOf)({ items: results, link: nextUrl, cursor: nextCursor, last: numPages }),
  };
};

const fern: ExtensionReader = (own, _, { root }) => {
  const words = own === true ? root['x-fern-pagination'] : own;
  if (!isFields(words)) return undefined;
  const { results, next_uri, next_cursor, step, 'has-next-page': more } = words;
  const [to, number] = [words.cursor, words.offset].map((text) => pathOf(text)?.join('.'));
  const isPage = step === undefined && hasRole(number ?? '', 'page');
  const places = R.map(pathOf)({ items: results, link: next_uri, cursor: next_cursor, more });
  const guesses =
    number !== undefined && step === undefined && !isPage
      ? [`${number} is the number of items to skip: x-fern-pagination without step may mean pages`]
      : [];
  return { ...places, to, [isPage ? 'page' : 'offset']: number, guesses };
};

/** This one stands at the parameters and at the fields of the response. */
const stainless: ExtensionReader = (_, { operation: { parameters }, evidence, root }) => {
  const purposeOf = (words: Fields): unknown =>
    objectOf(words['x-stainless-pagination-property']).purpose;
  const { ofItem, ...taken } = R.map(
    (purpose: string) =>
      parameters.find(({ words, view }) =>
        [purposeOf(words), purposeOf(view.words)].includes(purpose),
      )?.name,
  )({
    to: 'next_cursor_param',
    ofItem: 'next_cursor_id_param',
    page: 'page_number_param',
    offset: 'offset_count_param',
  });
  const places = R.map(
    (purpose: string) =>
      evidence.signs.find(
        ({ place, path }) => place === 'field' && purposeOf(viewAt(root, path).words) === purpose,
      )?.path,
  )({
    ...{
      items: 'items',
      link: 'cursor_url_field',
      cursor: 'next_cursor_field',
      more: 'has_next_page',
    },
    ...{ last: 'total_page_count_field', total: 'offset_total_count_field' },
  });
  if ([places.link, ofItem, ...Object.values(taken)].every((one) => one === undefined))
    return undefined;
  return { ...places, ...taken, ...(ofItem !== undefined && { to: ofItem, lastId: ['id'] }) };
};

const scalar: ExtensionReader = (own, _, { root }) => {
  const schemes = listOf(root['x-scalar-pagination']).map(objectOf);
  const words = typeof own === 'string' ? schemes.find(({ name }) => name === own) : own;
  if (!isFields(words)) return undefined;
  const entries = (holder: unknown): ReadonlyArray<Fields> =>
    Object.entries(objectOf(holder)).map(([key, entry]) => ({ key, ...objectOf(entry) }));
  const [request, response] = [entries(words.request), entries(words.response)];
  const places = R.map((type: string): Path | undefined => {
    const {
      key,
      path,
      property,
      location = 'body',
      cursorPath,
    } = typed(response, type) ?? { location: 'nowhere' };
    const steps = Array.isArray(path) ? path : [property ?? key, ...listOf(cursorPath)];
    return location === 'body' || location === 'bodyLink' ? steps.map(String) : undefined;
  })({
    items: 'items',
    link: 'cursorUrl',
    cursor: 'cursor',
    more: 'hasMore',
    total: 'total',
    last: 'totalPages',
  });
  const { ofItem, to, ...taken } = R.map((type: string) => {
    const { param, key } = typed(request, type) ?? {};
    return param ?? key;
  })({ to: 'cursor', ofItem: 'cursorId', page: 'pageNumber', offset: 'offset' });
  const lastId = listOf(typed(response, 'items')?.itemCursor).map(String);
  const isOnePage = words.type === 'fakePage';
  return { ...places, ...taken, to: to ?? ofItem, isOnePage, ...(lastId.length > 0 && { lastId }) };
};

const microsoft: ExtensionReader = (own) => {
  if (!isFields(own)) return undefined;
  const items = [typeof own.itemName === 'string' ? own.itemName : 'value'];
  return typeof own.nextLinkName === 'string'
    ? { items, link: [own.nextLinkName] }
    : { items, isOnePage: true };
};

const readers: Readonly<Record<string, ExtensionReader>> = {
  'x-speakeasy-pagination': speakeasy,
  'x-fern-pagination': fern,
  'x-stainless-pagination-property': stainless,
  'x-scalar-pagination': scalar,
  'x-ms-pageable': microsoft,
};

/** What counts, as the extension says it: the parameter, and what shows the end. */
const numbered = (said: ExtensionSays, { evidence, root }: Documented): SchemeTexts | undefined => {
  const role = said.page === undefined ? 'offset' : 'page';
  const taken = evidence.parameters.find(({ name }) => name === (said.page ?? said.offset));
  const row = (as: Role): Convention => ({ role: as, path: '', type: 'any', worth: 3 });
  const shown = (as: Role, path: Path | undefined): RoleSign | undefined =>
    path && { ...signAt(root, path), row: row(as) };
  const signals: Signals = {
    isMore: undefined,
    flag: shown('more', said.more),
    total: shown('total', said.total),
    lastPage: shown('lastPage', said.last),
    size: undefined,
    page: undefined,
    offset: undefined,
    ...(taken && { [role]: { ...taken, row: row(role) } }),
  };
  const [way] = (role === 'page' ? pages : offsets)({ ...evidence, ...signals });
  return way?.options;
};

const optionsOf = (said: ExtensionSays, documented: Documented): SchemeTexts | undefined => {
  const to = documented.evidence.parameters.find(({ name }) => name === said.to)?.text;
  const { link, cursor, lastId, more } = said;
  const flag = more && { more: pathText(more) };
  if (said.isOnePage === true) return {};
  if (link) return { link: pathText(link) };
  if (to && cursor) return { cursor: [pathText(cursor)], to: [to], ...flag };
  if (to && lastId) return { lastId: pathText(lastId), to: [to], ...flag };
  return numbered(said, documented);
};

/** What a vendor's extension says of an operation; a text says why that cannot be used. */
export const extensionOf = (
  api: Api,
  documented: Documented,
):
  | {
      readonly options: SchemeTexts;
      readonly path: Path;
      readonly guesses: ReadonlyArray<string>;
    }
  | string
  | undefined => {
  const { operation, root, items } = documented;
  for (const [name, read] of Object.entries(readers)) {
    const said = read(operation.words[name], documented, api);
    if (said === undefined) continue;
    const options = optionsOf(said, documented);
    const path = said.items ?? items.path;
    if (options !== undefined && viewAt(root, path).types.has('array'))
      return { options, path, guesses: said.guesses ?? [] };
    return `its ${name} names ${options === undefined ? 'nothing that leads to a next page' : 'no list in the response'}`;
  }
  return undefined;
};
