import type { HttpResponse } from '../../model/http';
import type { PageToken } from '../../model/PageToken';
import type { Accepted } from '../answers/ServiceError';
import type { AddressParts, OutgoingPage } from '../faults/Misbehaviour';
import type { Objects, Properties } from '../store/Properties';
import type { Condition } from '../store/query/readQuery';

export interface ReceivedParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PageRequest {
  readonly pageToken: PageToken | undefined;
  /** Where the page begins among all objects, if it is not the token that says so. */
  readonly offsetIn?: ((objects: Objects, size: number) => Accepted<number>) | undefined;
  readonly pageSize?: number | undefined;
  readonly snapshot?: boolean;
  readonly conditions: Accepted<ReadonlyArray<Condition>>;
  /** Everything but the page token, as one string that is the same exactly when the request was repeated unchanged. */
  readonly rest: string;
}

/** An object as it is now; undefined where it is gone. */
export interface ChangedObject {
  readonly id: unknown;
  readonly now: Properties | undefined;
  readonly isNew: boolean;
}

/** How a well-known service tells changes. The token continues the walk; after its last page it asks for what changes then. */
export interface ChangesStyle {
  readonly write: (
    entries: ReadonlyArray<ChangedObject>,
    token: string,
    hasMore: boolean,
    address: AddressParts,
  ) => HttpResponse;
  /** Whether it refuses the next page where something has changed since the first one. */
  readonly refusesMutation?: boolean;
}

/** An endpoint as the service serves it: how its requests are read, and how its pages are written. */
export interface ServedEndpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether every request needs the token, whatever the options say. */
  readonly isProtected: boolean;
  /** The option that bounds what one walk returns. */
  readonly limit: 'limit' | 'searchLimit';
  readonly read: (parts: ReceivedParts) => Accepted<PageRequest>;
  /** Where null is a way to mark the last page, `marksWithNull` is asked whether this one does. */
  readonly write: (page: OutgoingPage, marksWithNull: () => boolean) => HttpResponse;
  /** How it tells what has changed, if it serves that. */
  readonly changes?: ChangesStyle;
}
