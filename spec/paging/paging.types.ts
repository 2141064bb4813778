import { expectTypeOf } from 'expect-type';
import * as t from 'io-ts';
import { take } from 'rxjs';
import {
  createClient,
  type Endpoint,
  endpoint,
  type EndpointParams,
  iterate,
  type Transport,
} from '../../src/index';
import type { ObjectRecord, UnknownProperties } from '../../src/index';
import { at, body, byCursor, byLastItem, byLink, link, query } from '../../src/paging';
import type { ObjectStream, PageStream } from '../support/pages';

declare const transport: Transport;
declare const params: <E extends Endpoint>(endpoint: E, params: EndpointParams<E>) => void;

const client = createClient({ transport });
const byToken = byCursor({ from: at('next'), to: query('cursor') });
const byTokenInBody = byCursor({ from: at('next'), to: body('cursor') });

// What a description with a scheme declares, its params may say.
const charges = endpoint({
  name: 'charges',
  method: 'GET',
  path: '/v1/accounts/{account}/charges',
  paging: byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') }),
  fields: { currency: t.union([t.string, t.undefined]) },
  pageSize: query('limit'),
});
params(charges, { account: 'a' });
params(charges, { account: 'a', currency: 'eur', pageSize: 100 });
// @ts-expect-error a path parameter is missing
params(charges, {});
// @ts-expect-error this endpoint declares no snapshot
params(charges, { account: 'a', snapshot: true });

const bare = endpoint({ name: 'bare', method: 'GET', path: '/all', paging: byLink(link('next')) });
params(bare, {});
// @ts-expect-error this endpoint declares no pageSize
params(bare, { pageSize: 5 });

// Objects are the items themselves, or have properties; a codec types them in either case, and has the name of what it reads.
interface Charge {
  id: string;
}
const Charge: t.Type<Charge, unknown> = t.type({ id: t.string });
const charge = client.objects(charges, { account: 'a', codec: Charge });
expectTypeOf(charge.pipe(take(1))).toEqualTypeOf<ObjectStream<Charge>>();
expectTypeOf(client.objects(charges, { account: 'a' }).pipe(take(1))).toEqualTypeOf<
  ObjectStream<UnknownProperties>
>();
// @ts-expect-error the item has no properties of its own
client.objects(charges, { account: 'a', properties: Charge });
expectTypeOf(charges.isWhole).toEqualTypeOf<true | undefined>();
const nested = endpoint({
  name: 'nested',
  method: 'GET',
  path: '/all',
  paging: byToken,
  records: 'properties',
});
expectTypeOf(nested.isWhole).toEqualTypeOf<false | undefined>();
expectTypeOf(client.objects(nested, { properties: Charge }).pipe(take(1))).toEqualTypeOf<
  ObjectStream<ObjectRecord<Charge>>
>();
// @ts-expect-error what is read are properties
client.objects(nested, { codec: Charge });

const edges = endpoint({
  name: 'edges',
  method: 'GET',
  path: '/all',
  paging: byToken,
  records: at('node'),
});
expectTypeOf(edges.isWhole).toEqualTypeOf<true | undefined>();

// An endpoint that knows its codec types every walk that names no other.
const typed = endpoint({
  name: 'typed',
  method: 'GET',
  path: '/all',
  paging: byToken,
  codec: Charge,
});
expectTypeOf(client.pages(typed, {}).pipe(take(1))).toEqualTypeOf<PageStream<Charge>>();
expectTypeOf(iterate(client, typed, {})).toExtend<AsyncIterableIterator<Charge>>();
expectTypeOf(client.objects(typed, { codec: t.number }).pipe(take(1))).toEqualTypeOf<
  ObjectStream<number>
>();
const conventional = endpoint({
  name: 'c',
  method: 'GET',
  path: '/all',
  revision: '1.0',
  properties: Charge,
});
expectTypeOf(client.objects(conventional, {}).pipe(take(1))).toEqualTypeOf<
  ObjectStream<ObjectRecord<Charge>>
>();
// @ts-expect-error the objects of a revision have properties
endpoint({ name: 'e', method: 'GET', path: '/all', revision: '1.0', codec: Charge });
// @ts-expect-error and those of a paging are the items
endpoint({ name: 'e', method: 'GET', path: '/all', paging: byToken, properties: Charge });
endpoint({
  name: 'e',
  method: 'GET',
  path: '/all',
  paging: byToken,
  records: 'properties',
  // @ts-expect-error unless it says that they have properties
  codec: Charge,
});

// Descriptions that contradict themselves do not compile.
endpoint({
  name: 'e',
  method: 'POST',
  path: '/all',
  paging: byTokenInBody,
  pageSize: body('size'),
  fieldsIn: 'body',
});
// @ts-expect-error a GET has no body for its cursor
endpoint({ name: 'e', method: 'GET', path: '/all', paging: byTokenInBody });
// @ts-expect-error nor for its page size
endpoint({ name: 'e', method: 'GET', path: '/all', paging: byToken, pageSize: body('size') });
// @ts-expect-error nor for its fields
endpoint({ name: 'e', method: 'GET', path: '/all', paging: byToken, fieldsIn: 'body' });
// @ts-expect-error a revision is a scheme already
endpoint({ name: 'e', revision: '1.0', method: 'GET', path: '/all', paging: byToken });
// @ts-expect-error with a scheme, pageSize is where it goes
endpoint({ name: 'e', method: 'GET', path: '/all', paging: byToken, pageSize: true });
// @ts-expect-error a scheme is made by a function of pagewalk/paging
endpoint({ name: 'e', method: 'GET', path: '/all', paging: {} });
// @ts-expect-error where a cursor comes from is not where it goes
byCursor({ from: query('next'), to: query('cursor') });
// @ts-expect-error nor in the published types, which show less of a source
byCursor({ from: at('next'), to: at('next') as Pick<ReturnType<typeof at>, '~source'> });
// @ts-expect-error of several parts, too
byCursor({ from: { a: at('a') }, to: { a: at('a') } });
