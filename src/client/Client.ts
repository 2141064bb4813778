import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { Endpoint } from '../model/endpoints/endpoint';
import { listObjects } from '../model/endpoints/listObjects';
import { searchObjects } from '../model/endpoints/searchObjects';
import type { ObjectRecord, UnknownProperties } from '../model/records/ObjectRecord';
import type { Page } from '../model/endpoints/Page';
import type { WalkError } from '../model/errors/WalkError';
import type { WalkEvent } from './walks/WalkEvent';
import type { EndpointParams, ItemOf, ListParams, ObjectOf, SearchParams } from './EndpointParams';

/** The pages of a walk. */
export type PageStream<A> = Observable<Either<WalkError, Page<A>>>;

/**
 * An Observable does not work with `for await`. The compiler prints this name there, which says what to use instead.
 *
 * @since 1.0.0
 */
export interface ForAwaitUseIterate {
  readonly [Symbol.asyncIterator]?: never;
}

/**
 * Walks over the endpoints of one service. Every method is cold: it sends nothing before it is subscribed, and each
 * subscription is a separate walk.
 *
 * @since 0.1.0
 */
export interface Client {
  /** What happens in the walks of this client, as it happens. It is hot, and costs almost nothing without a subscriber. */
  readonly events: Observable<WalkEvent>;
  /**
   * Begins another session: drops the credential that a function or a token endpoint gave, or is about to give. The next
   * request asks again, and walks of `refreshToken` that are under way end with `Unauthorized`. Call it when somebody signs
   * out, after the store of `load` and `save` was cleared.
   */
  forgetCredentials(): void;
  /** Every object of a type in an ontology (revision 1.0). */
  list<A = UnknownProperties>(
    params: ListParams<A>,
  ): Observable<Either<WalkError, ObjectRecord<A>>> & ForAwaitUseIterate;
  /** Every object of a type that a query finds (revision 2.0). */
  search<A = UnknownProperties>(
    params: SearchParams<A>,
  ): Observable<Either<WalkError, ObjectRecord<A>>> & ForAwaitUseIterate;
  /** Every object of any endpoint. */
  objects<E extends Endpoint, A = ItemOf<E>>(
    endpoint: E,
    params: EndpointParams<E, A>,
  ): Observable<Either<WalkError, ObjectOf<E, A>>> & ForAwaitUseIterate;
  /** Any endpoint, page by page. */
  pages<E extends Endpoint, A = ItemOf<E>>(
    endpoint: E,
    params: EndpointParams<E, A>,
  ): Observable<Either<WalkError, Page<ObjectOf<E, A>>>> & ForAwaitUseIterate;
}

/** A client whose walks are all made of these: `list` and `search` are walks over objects. */
export const clientOver = (walks: Omit<Client, 'list' | 'search'>): Client => ({
  ...walks,
  list: (params) => walks.objects(listObjects, params),
  search: (params) => {
    const { query = { type: 'empty' }, ...rest } = { ...params };
    return walks.objects(searchObjects, { query, ...rest });
  },
});
