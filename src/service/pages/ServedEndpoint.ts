import type { PageToken } from '../../model/PageToken';
import type { Accepted, ServiceOutcome } from '../answers/ServiceError';
import type { AddressParts, Misbehaviour } from '../faults/Misbehaviour';
import type { Objects, Properties } from '../store/Properties';
import type { FindObjects } from '../store/query/findObjects';
import type { Condition } from '../store/query/readQuery';
import type { Snapshots } from '../store/Snapshots';
import type { ObjectStore } from '../store/Store';
import type { PageTokens } from './pageTokens';

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
  /** A request that is wrong in its token, too, is refused for its token. */
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

/** What a walk pages through that asks for changes, and the data that its last token asks for the changes of. */
interface Changes {
  readonly entries: ReadonlyArray<ChangedObject>;
  readonly data: Objects;
}

/** What pages are made of, and how: as much of a running service as paging knows. */
export interface PagedService {
  readonly settings: { readonly totalCount: boolean } & Readonly<
    Record<'maxPageSize' | 'pageSizeDrift' | 'tokenLifetime' | 'limit' | 'searchLimit', number>
  >;
  readonly store: ObjectStore;
  readonly findObjects: FindObjects;
  readonly snapshots: Snapshots;
  readonly changes: Snapshots<Changes>;
  readonly tokens: PageTokens;
  readonly faults: () => Misbehaviour;
  /** Whether this last page of revision 1.0 says null instead of nothing. */
  readonly marksWithNull: () => boolean;
}

/** A request for a page: of which type, by whom, and when. Whose request it is matters only for the snapshot. */
export interface PageAsked {
  readonly objectType: string;
  readonly request: PageRequest;
  readonly address: AddressParts;
  readonly owner: () => string;
  readonly now: number;
}

/** An endpoint as the service serves it: how its requests are read, and what they get. */
export interface ServedEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether every request needs the token, whatever the options say. */
  readonly isProtected: boolean;
  readonly read: (parts: ReceivedParts) => Accepted<PageRequest>;
  readonly serve: (service: PagedService, asked: PageAsked) => ServiceOutcome;
}
