import type { DeltaToken } from '../DeltaToken';
import type { HttpRequest } from '../http';

/** The parts of a request that a value can be written to. An entry of a list: declarations then write it out, without a name. */
export type SlotIn = ['query', 'body', 'header'][number];

/** A request that is being written. Its fields are kept by name, as they stand in it: writing one again replaces it. */
export interface Draft {
  readonly method: HttpRequest['method'];
  path: string;
  readonly query: Map<string, string>;
  readonly body: Map<string, string>;
  headers: Readonly<Record<string, string>>;
  /** The token of an endpoint with `delta` that the walk asks from. */
  delta?: DeltaToken | undefined;
}

export const copyOf = ({ method, path, query, body, headers, delta }: Draft): Draft => ({
  method,
  path,
  query: new Map(query),
  body: new Map(body),
  headers,
  delta,
});

/** The request that a draft is. The fields of a body are an object of JSON, unless they are written otherwise. */
export const draftText = (
  { method, path, query, body, headers }: Draft,
  bodyOf = (fields: Draft['body']): string => `{${[...fields.values()].join(',')}}`,
): HttpRequest => {
  const url = query.size > 0 ? `${path}?${[...query.values()].join('&')}` : path;
  return method === 'GET' ? { method, url, headers } : { method, url, headers, body: bodyOf(body) };
};

/** Puts a value into a request, and gives the text that stands there now. It throws where the value cannot be carried. */
export type Write = (draft: Draft, value: unknown) => string;

/** What no value of a program is. A brand of type `never` would fit a slot: a source would be a record of slots. */
export declare abstract class Brand {
  private readonly brand: true;
}

/** Where something goes in a request: `query`, `body` and `header` make one. It is opaque. @since 0.2.0 */
export interface Slot<In extends SlotIn = SlotIn> {
  /** Brand; never present. Other objects are not assignable to `Slot`. */
  readonly '~slot': Brand;
  /** The part of the request that it is in. */
  readonly part: In;
  /** Its part and its name, which tell it from other slots. @internal */
  readonly label: string;
  /** @internal */
  readonly write: Write;
  /** What a request has there already; undefined where it has nothing. @internal */
  readonly valueIn: (draft: Draft) => unknown;
}
