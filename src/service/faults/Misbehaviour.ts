import type * as O from 'fp-ts/Option';
import type { Revision } from '../../model/endpoints/endpoint';
import type { NextPage } from '../../model/paging/envelope';
import type { PageToken } from '../../model/PageToken';
import type { Delivery } from '../http/send';
import type { Outcome } from '../http/ServiceError';

/** What happens to the answer to one request. */
export interface Mishap extends Delivery {
  /** Milliseconds that the answer waits. */
  readonly wait: number;
  /** What the request is answered with, whatever it asks for. */
  readonly instead: O.Option<Outcome>;
}

/** A page that is about to be sent. */
export interface OutgoingPage {
  readonly revision: Revision;
  /** The token that it was asked with. */
  readonly pageToken: O.Option<PageToken>;
  readonly data: ReadonlyArray<unknown>;
  /** Its fields beside the objects and the token. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly next: NextPage;
  /** Makes another token for this same page. */
  readonly again: () => PageToken;
}

/** A fault at work: what it does at each point where faults can step in. */
export interface Misbehaviour {
  /** Called once for every request of a paginated endpoint. */
  readonly onRequest?: () => Partial<Mishap>;
  /** Called with every page token that is good otherwise, and its age in milliseconds: is it refused? */
  readonly refuses?: (pageToken: string, age: number) => boolean;
  /** Called with every page. */
  readonly onPage?: (page: OutgoingPage) => OutgoingPage;
  readonly skipsAuthentication?: true;
  readonly ignoresMaximum?: true;
}
