import { of } from 'rxjs';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { Doubt } from '../model/endpoints/Paging';
import { type InvalidObject, invalidRequest } from '../model/errors/WalkError';
import { type Disposal, type PullOptions, toAsyncIterable } from '../walk/streams/toAsyncIterable';
import { orThrow } from '../walk/values/orThrow';
import { skipInvalid } from '../walk/values/skipInvalid';
import type { Client, ObjectStream } from './Client';
import type { EndpointParams, ItemOf, ObjectOf } from './EndpointParams';

const ownValve = 'cannot be given: iterate asks for a page when the loop has taken the objects before it';

/**
 * Reads the objects of an endpoint with `for await`, one by one, at the pace of the loop.
 *
 * Nothing is sent before the first `next()`, and the next page is requested when the objects of the page before are taken.
 * `break` aborts the request in flight. What ends the walk early is thrown as a `WalkFailure`, after the objects before it,
 * and so is an invalid object, unless you give `onInvalid`: then it is skipped. `toAsyncIterable` does the same for any
 * stream.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, iterate, listObjects } from 'pagewalk';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * for await (const employee of iterate(client, listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee' })) {
 *   console.log(employee.properties.name);
 *   break;
 * }
 * ```
 *
 * @see toAsyncIterable
 * @since 1.0.0
 */
export const iterate = <E extends Endpoint, A = ItemOf<E>>(
  client: Pick<Client, 'objects'>,
  endpoint: E,
  params: Omit<EndpointParams<E, A>, 'valve'>,
  {
    onInvalid,
    onDoubt,
    ...options
  }: PullOptions & {
    /** Called with each object that cannot be read, which is skipped. Without it, the first one is thrown. */
    readonly onInvalid?: ((error: InvalidObject) => void) | undefined;
    /** Called at the end of a walk that may have missed something: what its `end` event leaves in doubt. */
    readonly onDoubt?: ((doubt: Doubt) => void) | undefined;
  } = {},
): AsyncIterableIterator<ObjectOf<E, A>> & Disposal =>
  toAsyncIterable(({ ready }) => {
    const { valve: given, ...others } = params as EndpointParams<E, A>;
    const objects: ObjectStream<ObjectOf<E, A>> =
      given === undefined
        ? client.objects<E, A>(endpoint, { ...others, valve: { ready, onDoubt } } as unknown as EndpointParams<E, A>)
        : of(invalidRequest([{ at: 'valve', message: ownValve }]));
    const valid: ObjectStream<ObjectOf<E, A>> = onInvalid ? objects.pipe(skipInvalid(onInvalid)) : objects;
    return valid.pipe(orThrow());
  }, options);
