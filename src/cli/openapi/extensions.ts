import { pageNames, plainName } from '../../model/endpoints/pageNames';
import { isObject, type Path, pathText } from '../describe/looked';
import type { SchemeTexts } from '../describe/SchemeFlags';
import type { Api, Json } from './Api';
import { type Seen, type Signs, slotOf } from './lists';
import { listOf, objectOf } from './View';

/** What a vendor's extension says: where things are in the response, and which parameters take them. */
interface Said {
  readonly items?: Path | undefined;
  readonly link?: Path | undefined;
  readonly cursor?: Path | undefined;
  readonly lastId?: Path | undefined;
  readonly more?: Path | undefined;
  readonly total?: Path | undefined;
  readonly last?: Path | undefined;
  /** Names of parameters. */
  readonly to?: string | undefined;
  readonly page?: string | undefined;
  readonly offset?: string | undefined;
  readonly isOnePage?: boolean;
}

/** Reads one extension; undefined where the operation does not have it. */
type Reader = (own: unknown, signs: Signs, api: Api) => Said | undefined;

/** `$.data.next`, `$response.data.next` or `$request.cursor` as a path. */
const pathIn = (text: unknown): Path | undefined =>
  typeof text === 'string' && /^\$[\w-]*(\.[^.[\]*]+)*$/.test(text) ? text.split('.').slice(1) : undefined;

const textIn = (text: unknown): string | undefined => (typeof text === 'string' ? text : undefined);

/** The entry of a list that has this type. */
const typed = (entries: ReadonlyArray<Json>, ...types: ReadonlyArray<string>): Json | undefined =>
  entries.find(({ type }) => types.includes(String(type)));

const speakeasy: Reader = (own) => {
  if (!isObject(own)) return undefined;
  const inputs = listOf(own.inputs).map(objectOf);
  const outputs = objectOf(own.outputs);
  const inputOf = (type: string): string | undefined => textIn(typed(inputs, type)?.name);
  return {
    items: pathIn(outputs.results),
    link: pathIn(outputs.nextUrl),
    cursor: pathIn(outputs.nextCursor),
    last: pathIn(outputs.numPages),
    to: inputOf('cursor'),
    page: inputOf('page'),
    offset: inputOf('offset'),
  };
};

const fern: Reader = (own, _, { root }) => {
  const words = own === true ? root['x-fern-pagination'] : own;
  if (!isObject(words)) return undefined;
  const number = pathIn(words.offset)?.join('.');
  const isPage =
    number !== undefined && words.step === undefined && pageNames.some((name) => name.test(plainName(number)));
  return {
    items: pathIn(words.results),
    link: pathIn(words.next_uri),
    cursor: pathIn(words.next_cursor),
    to: pathIn(words.cursor)?.join('.'),
    more: pathIn(words['has-next-page']),
    ...(number !== undefined && { [isPage ? 'page' : 'offset']: number }),
  };
};

/** It stands at the parameters and at the fields of the response. */
const stainless: Reader = (_, { parameters, beside, items }) => {
  const purposeOf = (words: Json): unknown => objectOf(words['x-stainless-pagination-property']).purpose;
  const parameter = (purpose: string): string | undefined =>
    parameters.find(({ words, view }) => [purposeOf(words), purposeOf(view.words)].includes(purpose))?.name;
  const field = (purpose: string): Path | undefined =>
    beside.find(({ view }) => purposeOf(view.words) === purpose)?.path;
  const [to, page, offset] = ['next_cursor_param', 'page_number_param', 'offset_count_param'].map(parameter);
  const ofItem = parameter('next_cursor_id_param');
  const link = field('cursor_url_field');
  if ([to, page, offset, ofItem, link].every((one) => one === undefined)) return undefined;
  return {
    items: field('items') ?? items.path,
    link,
    cursor: field('next_cursor_field'),
    lastId: ofItem === undefined ? undefined : ['id'],
    more: field('has_next_page'),
    last: field('total_page_count_field'),
    total: field('offset_total_count_field'),
    to: to ?? ofItem,
    page,
    offset,
  };
};

const scalar: Reader = (own, _, { root }) => {
  const schemes = listOf(root['x-scalar-pagination']).map(objectOf);
  const words = typeof own === 'string' ? schemes.find(({ name }) => name === own) : own;
  if (!isObject(words)) return undefined;
  const entries = (holder: unknown): ReadonlyArray<Json> =>
    Object.entries(objectOf(holder)).map(([key, entry]) => ({ key, ...objectOf(entry) }));
  const [request, response] = [entries(words.request), entries(words.response)];
  const field = (...types: ReadonlyArray<string>): Path | undefined => {
    const { key, path, property, location = 'body', cursorPath } = typed(response, ...types) ?? { location: '' };
    const steps = Array.isArray(path) ? path : [property ?? key, ...listOf(cursorPath)];
    return location === 'body' || location === 'bodyLink' ? steps.map(String) : undefined;
  };
  const parameter = (...types: ReadonlyArray<string>): string | undefined => {
    const { param, key } = typed(request, ...types) ?? {};
    return textIn(param ?? key);
  };
  const ofItem = listOf(typed(response, 'items')?.itemCursor).map(String);
  return {
    items: field('items'),
    link: field('cursorUrl'),
    cursor: field('cursor'),
    lastId: ofItem.length > 0 ? ofItem : undefined,
    more: field('hasMore'),
    total: field('total'),
    last: field('totalPages'),
    to: parameter('cursor', 'cursorId'),
    page: parameter('pageNumber'),
    offset: parameter('offset'),
    isOnePage: words.type === 'fakePage',
  };
};

const microsoft: Reader = (own) => {
  if (!isObject(own)) return undefined;
  const items = [textIn(own.itemName) ?? 'value'];
  return typeof own.nextLinkName === 'string' ? { items, link: [own.nextLinkName] } : { items, isOnePage: true };
};

const readers: Readonly<Record<string, Reader>> = {
  'x-speakeasy-pagination': speakeasy,
  'x-fern-pagination': fern,
  'x-stainless-pagination-property': stainless,
  'x-scalar-pagination': scalar,
  'x-ms-pageable': microsoft,
};

const optionsOf = (said: Said, slotBy: (name: string | undefined) => string | undefined): SchemeTexts | undefined => {
  const [to, page, offset] = [said.to, said.page, said.offset].map(slotBy);
  const more = said.more && { more: pathText(said.more) };
  if (said.isOnePage === true) return {};
  if (said.link) return { link: pathText(said.link) };
  if (said.cursor && to !== undefined) return { cursor: [pathText(said.cursor)], to: [to], ...more };
  if (said.lastId && to !== undefined) return { lastId: pathText(said.lastId), to: [to], ...more };
  const total = said.total && { total: pathText(said.total) };
  if (page !== undefined) return { page, ...(said.last ? { last: pathText(said.last) } : (total ?? more)) };
  return offset === undefined ? undefined : { offset, ...(total ?? more) };
};

/** What the extensions of an operation say; a text says why that cannot be used. */
export const extensionOf = (
  api: Api,
  signs: Signs,
): (Seen & { readonly items: string; readonly item: unknown }) | string | undefined => {
  for (const [name, read] of Object.entries(readers)) {
    const said = read(signs.operation.words[name], signs, api);
    if (said === undefined) continue;
    const slotBy = (wanted: string | undefined): string | undefined => {
      const parameter = signs.parameters.find((one) => one.name === wanted);
      return parameter && slotOf(parameter);
    };
    const options = optionsOf(said, slotBy);
    if (options === undefined) return `its ${name} names no parameter and no field of a response that can be used`;
    const path = said.items ?? signs.items.path;
    const list = path.reduce((view, step) => signs.viewOf(view.properties.get(step)), signs.root);
    if (!list.types.has('array')) return `its ${name} names no list in the response`;
    return { options, items: pathText(path), item: list.items ?? {} };
  }
  return undefined;
};
