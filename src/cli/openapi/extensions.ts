import { pageNames, plainName } from '../../model/endpoints/pageNames';
import { isObject, type Path, pathText } from '../describe/looked';
import type { SchemeTexts } from '../describe/SchemeFlags';
import type { Api, Json } from './Api';
import { type Signs, slotOf } from './lists';
import { listOf, objectOf } from './View';

/** What an extension says: where things are in the response, and the names of the parameters that take them. */
type Said = Readonly<
  Partial<Record<'items' | 'link' | 'cursor' | 'lastId' | 'more' | 'total' | 'last', Path | undefined>>
> &
  Readonly<Partial<Record<'to' | 'page' | 'offset', unknown>>> & { readonly isOnePage?: boolean };

/** Reads an extension; undefined where the operation does not have it. */
type Reader = (own: unknown, signs: Signs, api: Api) => Said | undefined;

/** `$.data.next`, `$response.data.next` or `$request.cursor` as a path. */
const pathIn = (text: unknown): Path | undefined =>
  typeof text === 'string' && /^\$[\w-]*(\.[^.[\]*]+)*$/.test(text) ? text.split('.').slice(1) : undefined;

const typed = (entries: ReadonlyArray<Json>, ...types: ReadonlyArray<unknown>): Json | undefined =>
  entries.find(({ type }) => types.includes(type));

const speakeasy: Reader = (own) => {
  if (!isObject(own)) return undefined;
  const [inputs, outputs] = [listOf(own.inputs).map(objectOf), objectOf(own.outputs)];
  const [to, page, offset] = ['cursor', 'page', 'offset'].map((type) => typed(inputs, type)?.name);
  const [items, link, cursor, last] = [outputs.results, outputs.nextUrl, outputs.nextCursor, outputs.numPages].map(
    pathIn,
  );
  return { items, link, cursor, last, to, page, offset };
};

const fern: Reader = (own, _, { root }) => {
  const words = own === true ? root['x-fern-pagination'] : own;
  if (!isObject(words)) return undefined;
  const [to, number] = [words.cursor, words.offset].map((text) => pathIn(text)?.join('.'));
  const isPage = words.step === undefined && pageNames.some((name) => name.test(plainName(number ?? '')));
  const [items, link, cursor, more] = [words.results, words.next_uri, words.next_cursor, words['has-next-page']].map(
    pathIn,
  );
  return { items, link, cursor, more, to, [isPage ? 'page' : 'offset']: number };
};

/** This one stands at the parameters and at the fields of the response. */
const stainless: Reader = (_, { parameters, beside }) => {
  const purposeOf = (words: Json): unknown => objectOf(words['x-stainless-pagination-property']).purpose;
  const parameter = (purpose: string): string | undefined =>
    parameters.find(({ words, view }) => [purposeOf(words), purposeOf(view.words)].includes(purpose))?.name;
  const field = (purpose: string): Path | undefined =>
    beside.find(({ view }) => purposeOf(view.words) === purpose)?.path;
  const params = ['next_cursor_param', 'next_cursor_id_param', 'page_number_param', 'offset_count_param'].map(
    parameter,
  );
  const fields = ['items', 'cursor_url_field', 'next_cursor_field', 'has_next_page', 'total_page_count_field'].map(
    field,
  );
  const [[next, ofItem, page, offset], [items, link, cursor, more, last]] = [params, fields];
  if (link === undefined && params.every((one) => one === undefined)) return undefined;
  const lastId = ofItem === undefined ? undefined : ['id'];
  return {
    items,
    link,
    cursor,
    more,
    last,
    lastId,
    total: field('offset_total_count_field'),
    to: next ?? ofItem,
    page,
    offset,
  };
};

const scalar: Reader = (own, _, { root }) => {
  const schemes = listOf(root['x-scalar-pagination']).map(objectOf);
  const words = typeof own === 'string' ? schemes.find(({ name }) => name === own) : own;
  if (!isObject(words)) return undefined;
  const [request, response] = [words.request, words.response].map((holder) =>
    Object.entries(objectOf(holder)).map(([key, entry]): Json => ({ key, ...objectOf(entry) })),
  );
  const field = (type: string): Path | undefined => {
    const { key, path, property, location, cursorPath } = typed(response ?? [], type) ?? { location: 'nowhere' };
    const isInBody = location === undefined || location === 'body' || location === 'bodyLink';
    return isInBody ? (Array.isArray(path) ? path : [property ?? key, ...listOf(cursorPath)]).map(String) : undefined;
  };
  const parameter = (...types: ReadonlyArray<string>): unknown => {
    const { param, key } = typed(request ?? [], ...types) ?? {};
    return param ?? key;
  };
  const [items, link, cursor, more, total, last] = [
    'items',
    'cursorUrl',
    'cursor',
    'hasMore',
    'total',
    'totalPages',
  ].map(field);
  const ofItem = typed(response ?? [], 'items')?.itemCursor;
  const lastId = Array.isArray(ofItem) ? ofItem.map(String) : undefined;
  const [to, page, offset] = [parameter('cursor', 'cursorId'), parameter('pageNumber'), parameter('offset')];
  return { items, link, cursor, more, total, last, lastId, to, page, offset, isOnePage: words.type === 'fakePage' };
};

const microsoft: Reader = (own) => {
  if (!isObject(own)) return undefined;
  const items = [typeof own.itemName === 'string' ? own.itemName : 'value'];
  return typeof own.nextLinkName === 'string' ? { items, link: [own.nextLinkName] } : { items, isOnePage: true };
};

const readers: Readonly<Record<string, Reader>> = {
  'x-speakeasy-pagination': speakeasy,
  'x-fern-pagination': fern,
  'x-stainless-pagination-property': stainless,
  'x-scalar-pagination': scalar,
  'x-ms-pageable': microsoft,
};

const optionsOf = (said: Said, { parameters }: Signs): SchemeTexts | undefined => {
  const [to, page, offset] = [said.to, said.page, said.offset].map((name) => {
    const parameter = parameters.find((one) => one.name === name);
    return parameter && slotOf(parameter);
  });
  const { link, cursor, lastId } = said;
  const more = said.more && { more: pathText(said.more) };
  const total = said.total && { total: pathText(said.total) };
  const last = said.last && { last: pathText(said.last) };
  if (said.isOnePage === true) return {};
  if (link) return { link: pathText(link) };
  if (to !== undefined && cursor) return { cursor: [pathText(cursor)], to: [to], ...more };
  if (to !== undefined && lastId) return { lastId: pathText(lastId), to: [to], ...more };
  if (page !== undefined) return { page, ...(last ?? total ?? more) };
  return offset === undefined ? undefined : { offset, ...(total ?? more) };
};

/** What a vendor's extension says of an operation; a text says why that cannot be used. */
export const extensionOf = (
  api: Api,
  signs: Signs,
): { readonly options: SchemeTexts; readonly path: Path; readonly item: unknown } | string | undefined => {
  for (const [name, read] of Object.entries(readers)) {
    const said = read(signs.operation.words[name], signs, api);
    if (said === undefined) continue;
    const options = optionsOf(said, signs);
    const path = said.items ?? signs.items.path;
    const list = path.reduce((view, step) => signs.viewOf(view.properties.get(step)), signs.root);
    if (options !== undefined && list.types.has('array')) return { options, path, item: list.items ?? {} };
    return `its ${name} names ${options === undefined ? 'nothing that leads to a next page' : 'no list in the response'}`;
  }
  return undefined;
};
