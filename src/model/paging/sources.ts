import type { HttpRequest, HttpResponse } from '../http';
import type { GivenNumbers } from '../records/Numbers';
import type { Brand } from './draft';

/** A successful response whose body is parsed, and its request. */
export interface Answer extends Omit<HttpResponse, 'body' | 'url'> {
  readonly url?: string | undefined;
  readonly body: unknown;
  readonly request: Pick<HttpRequest, 'url'>;
  /** How the client wants its numbers. In the body, integers that are not safe are bigints all the same. */
  readonly numbers?: GivenNumbers;
}

/** Where something is in a response: `at`, `header`, `link` and others make one. It is opaque. @since 0.2.0 */
export interface Source {
  /** Brand; never present. Other objects are not assignable to `Source`. */
  readonly '~source': Brand;
  /** What problems call it. @internal */
  readonly label: string;
  /** What is there; undefined where nothing is. @internal */
  readonly read: (answer: Answer) => unknown;
  /** The names that lead to it in the body; of a header its own name comes first, as `header:link`. @internal */
  readonly path?: ReadonlyArray<string | number>;
  /** The body without it, which leaves the other fields of the page. Only records are taken out. @internal */
  readonly others?: (answer: Answer) => unknown;
  /** Another link of the same list or header, if it is a link. @internal */
  readonly sibling?: ((relation: string) => Source) | undefined;
  /** What stands for what is absent or null, if the user has said so, and the source that may have nothing. @internal */
  readonly ifAbsent?: { readonly value: unknown; readonly of: Source } | undefined;
}
