import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { placeholders } from '../../model/endpoints/path';
import { type Checked, serviceError } from '../answers/ServiceError';
import type { ServedEndpoint } from '../pages/ServedEndpoint';
import { rememberLast } from '../store/remember';

type Params = Readonly<Record<string, string>>;

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1);

const decoded = (segment: string): string | undefined => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The values of one segment: one for each name in the template, between texts that must be equal. */
const segmentReader = (template: string): ((segment: string) => ReadonlyArray<string> | undefined) => {
  const texts = template.split(/\{\w+\}/).map((text) => text.replace(/[^\w]/g, '\\$&'));
  const pattern = new RegExp(`^${texts.join('(.+?)')}$`, 's');
  return (segment) => pattern.exec(decoded(segment) ?? '')?.slice(1);
};

/**
 * Reads paths by their template: what `fillPath` writes, in reverse. None where the path is another one, lacks a value, or
 * is percent-encoded wrongly.
 */
export const matchPath = (template: string): ((path: string) => O.Option<Params>) => {
  const names = placeholders(template);
  const readers = segmentsOf(template).map(segmentReader);
  return (path) => {
    const segments = segmentsOf(path);
    if (!path.startsWith('/') || segments.length !== readers.length) return O.none;
    const values: Array<string> = [];
    for (const [index, read] of readers.entries()) {
      const found = read(segments[index] ?? '');
      if (found === undefined) return O.none;
      values.push(...found);
    }
    return O.some(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])));
  };
};

/**
 * The path and the query string of a request as they were sent: a URL parser would resolve `..` and decide things that
 * are the router's to decide. The target may be a whole address, which a server has to take too.
 */
export const targetOf = (target: string): { readonly path: string; readonly query: URLSearchParams } => {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  return mark < 0
    ? { path: local, query: new URLSearchParams() }
    : { path: local.slice(0, mark), query: new URLSearchParams(local.slice(mark)) };
};

export interface Route {
  readonly endpoint: ServedEndpoint;
  readonly params: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, path: string) => Checked<Route>;

export const router = (endpoints: ReadonlyArray<ServedEndpoint>): FindRoute => {
  const matchers = endpoints.map((endpoint) => ({ endpoint, match: rememberLast(matchPath(endpoint.path)) }));
  return (method, path) => {
    for (const { endpoint, match } of matchers) {
      const params = match(path);
      if (O.isNone(params)) continue;
      return endpoint.method === method
        ? E.right({ endpoint, params: params.value })
        : E.left(serviceError(405, 'MethodNotAllowed', { method }, { allow: `${endpoint.method}, OPTIONS` }));
    }
    return E.left(serviceError(404, 'EndpointNotFound', { path }));
  };
};
