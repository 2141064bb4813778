import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { placeholders } from '../../model/endpoints/path';
import { type Accepted, serviceError } from '../answers/ServiceError';
import type { ServedEndpoint } from '../pages/ServedEndpoint';

const decoded = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
};

/** The values of a path by its template; none where it is another path, lacks a value, or is percent-encoded wrongly. */
export const matchPath = (template: string): ((path: string) => O.Option<Route['params']>) => {
  const names = placeholders(template);
  const patterns = template.split('/').map((segment) => {
    const texts = segment.split(/\{\w+\}/).map((text) => text.replace(/\W/g, '\\$&'));
    return new RegExp(`^${texts.join('(.+?)')}$`, 's');
  });
  return (path) => {
    const segments = path.split('/');
    if (segments.length !== patterns.length) return O.none;
    const values: Array<string> = [];
    for (const [index, pattern] of patterns.entries()) {
      const segment = decoded(segments[index] ?? '');
      const found = segment === undefined ? null : pattern.exec(segment);
      if (found === null) return O.none;
      values.push(...found.slice(1));
    }
    return O.some(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])));
  };
};

export interface RequestTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A target as it was sent: a URL parser would resolve `..`. It may be a whole address, which a server has to take too. */
export const targetOf = (target: string): RequestTarget => {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const [path = ''] = local.split('?', 1);
  return { path, query: new URLSearchParams(local.slice(path.length)) };
};

export interface Route {
  readonly endpoint: ServedEndpoint;
  readonly params: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, path: string) => Accepted<Route>;

export const router = (endpoints: ReadonlyArray<ServedEndpoint>): FindRoute => {
  const matchers = endpoints.map((endpoint) => ({ endpoint, match: matchPath(endpoint.path) }));
  return (method, path) => {
    for (const { endpoint, match } of matchers) {
      const params = match(path);
      if (O.isNone(params)) continue;
      return endpoint.method === method
        ? E.right({ endpoint, params: params.value })
        : E.left(
            serviceError(
              405,
              'MethodNotAllowed',
              { method },
              { allow: `${endpoint.method}, OPTIONS` },
            ),
          );
    }
    return E.left(serviceError(404, 'EndpointNotFound', { path }));
  };
};
