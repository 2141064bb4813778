import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { of } from 'rxjs';
import { endpoint } from '../../../src/index';
import type {
  Endpoint,
  HttpRequest,
  HttpResponse,
  ObjectRecord,
  Transport,
} from '../../../src/index';
import {
  at,
  body,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  byRule,
  header,
  link,
  query,
} from '../../../src/paging';

export const size = 3;
export const count = 10;
export const base = 'https://service.example/api';

/** The objects of every service here. */
export const all: ReadonlyArray<{ readonly id: number; readonly name: string }> = Array.from(
  { length: count },
  (_, index) => ({ id: index + 1, name: `object ${index + 1}` }),
);

/** A service that pages in one way, and the endpoint that describes it. */
type Thing = (typeof all)[number];

/** Reads the things of any scheme: those of a revision have properties. */
export const thingsBy = ({ isWhole }: Endpoint, codec: t.Type<Thing, unknown>): object =>
  isWhole ? { codec } : { properties: codec };
export const thingOf = (object: unknown): Thing =>
  (Object(object) as Partial<ObjectRecord<Thing>>).properties ?? (object as Thing);

export interface SchemeCase {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The index of the first object that a request asks for; undefined for a request for the first page. */
  readonly startOf: (request: HttpRequest) => number | undefined;
  /** The answer with the objects from an index on. */
  readonly answer: (start: number) => {
    readonly body: unknown;
    readonly headers?: Record<string, string>;
  };
}

const queryOf = ({ url }: HttpRequest): URLSearchParams => new URL(url, 'http://x').searchParams;
const number = (text: string | null | undefined): number | undefined =>
  text === null || text === undefined ? undefined : Number(text.replace(/\D/g, ''));

const page = (start: number) => all.slice(start, start + size);
const isMore = (start: number): boolean => start + size < count;
const secret = (start: number): string => `secret-cursor-${start}`;
const common = { method: 'GET', path: '/things' } as const;

/** One service for each scheme, and for each way to read and to send its cursor. */
export const schemes: ReadonlyArray<SchemeCase> = [
  {
    name: 'revision 1.0',
    endpoint: endpoint({ name: 'things', revision: '1.0', ...common }),
    startOf: (request) => number(queryOf(request).get('pageToken')),
    answer: (start) => ({
      body: {
        data: page(start).map((properties) => ({ properties })),
        ...(isMore(start) && { nextPageToken: secret(start + size) }),
      },
    }),
  },
  {
    name: 'byCursor, from the body to the query string',
    endpoint: endpoint({
      name: 'things',
      ...common,
      paging: byCursor({ from: at('next'), to: query('cursor') }),
    }),
    startOf: (request) => number(queryOf(request).get('cursor')),
    answer: (start) => ({
      body: { data: page(start), next: isMore(start) ? secret(start + size) : null },
    }),
  },
  {
    name: 'byCursor, of an object in the body',
    endpoint: endpoint({
      name: 'things',
      method: 'POST',
      path: '/',
      items: at('Items'),
      paging: byCursor({ from: at('LastKey'), to: body('options', 'StartKey') }),
    }),
    startOf: (request) => number(/secret-cursor-\d+/.exec(request.body ?? '')?.[0]),
    answer: (start) => ({
      body: {
        Items: page(start),
        ...(isMore(start) && { LastKey: { id: { N: secret(start + size) } } }),
      },
    }),
  },
  {
    name: 'byCursor, of two parts in headers',
    endpoint: endpoint({
      name: 'things',
      ...common,
      items: at('value'),
      paging: byCursor({
        from: { partition: header('x-next-partition'), row: header('x-next-row') },
        to: { partition: query('NextPartition'), row: header('x-row') },
      }),
    }),
    startOf: (request) => number(request.headers['x-row']),
    answer: (start) => ({
      body: { value: page(start) },
      headers: isMore(start) ? { 'x-next-partition': 'p', 'x-next-row': secret(start + size) } : {},
    }),
  },
  {
    name: 'byLink, of a header',
    endpoint: endpoint({ name: 'things', ...common, items: at(), paging: byLink(link('next')) }),
    startOf: (request) => number(queryOf(request).get('after')),
    answer: (start) => ({
      body: page(start),
      headers: isMore(start)
        ? { link: `<${base}/things?after=${secret(start + size)}>; rel="next"` }
        : {},
    }),
  },
  {
    name: 'byLink, relative, in the body',
    endpoint: endpoint({ name: 'things', ...common, paging: byLink(at('links', 'next')) }),
    startOf: (request) => number(queryOf(request).get('after')),
    answer: (start) => ({
      body: {
        data: page(start),
        links: isMore(start) ? { next: `?after=${secret(start + size)}` } : {},
      },
    }),
  },
  {
    name: 'byOffset',
    endpoint: endpoint({
      name: 'things',
      ...common,
      paging: byOffset({ to: query('offset'), total: at('total') }),
    }),
    startOf: (request) => number(queryOf(request).get('offset')),
    answer: (start) => ({ body: { data: page(start), total: count } }),
  },
  {
    name: 'byPageNumber',
    endpoint: endpoint({
      name: 'things',
      ...common,
      paging: byPageNumber({ to: query('page'), last: header('x-pages') }),
    }),
    startOf: (request) => {
      const asked = number(queryOf(request).get('page'));
      return asked === undefined ? undefined : (asked - 1) * size;
    },
    answer: (start) => ({
      body: { data: page(start) },
      headers: { 'x-pages': String(Math.ceil(count / size)) },
    }),
  },
  {
    name: 'byLastItem',
    endpoint: endpoint({
      name: 'things',
      ...common,
      paging: byLastItem({ from: at('id'), to: query('after'), more: at('has_more') }),
    }),
    startOf: (request) => number(queryOf(request).get('after')),
    answer: (start) => ({ body: { data: page(start), has_more: isMore(start) } }),
  },
  {
    name: 'byRule',
    endpoint: endpoint({
      name: 'things',
      ...common,
      paging: byRule({
        cursor: t.string,
        next: ({ headers }) => O.fromNullable(headers['x-next']),
        write: (cursor) => ({ query: { cursor } }),
      }),
    }),
    startOf: (request) => number(queryOf(request).get('cursor')),
    answer: (start) => ({
      body: { data: page(start) },
      headers: isMore(start) ? { 'x-next': secret(start + size) } : {},
    }),
  },
];

export interface Served {
  readonly transport: Transport;
  readonly requests: ReadonlyArray<HttpRequest>;
}

/** What a service says instead of a page, by the number of the request; undefined: the page. */
export type Misbehave = (
  request: number,
  start: number | undefined,
) => Partial<HttpResponse> | undefined;

/** The service of a scheme, without a network. */
export const serve = (
  { startOf, answer }: SchemeCase,
  misbehave: Misbehave = () => undefined,
): Served => {
  const requests: Array<HttpRequest> = [];
  const transport: Transport = (request) => {
    requests.push(request);
    const start = startOf(request);
    const { body: json, headers = {} } = answer(start ?? 0);
    const page: HttpResponse = {
      status: 200,
      headers,
      body: JSON.stringify(json),
      url: base + request.url,
    };
    return of(E.right({ ...page, ...misbehave(requests.length, start) }));
  };
  return { transport, requests };
};
