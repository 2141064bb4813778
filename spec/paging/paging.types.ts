import { expectTypeOf } from 'expect-type';
import * as t from 'io-ts';
import { take } from 'rxjs';
import type { EndpointParams } from '../../src/client/EndpointParams';
import type { ObjectStream } from '../../src/client/Client';
import { createClient } from '../../src/client/createClient';
import { type Endpoint, endpoint } from '../../src/model/endpoints/endpoint';
import { at, body, byCursor, byLastItem, byLink, byOffset, link, query } from '../../src/paging';
import type { Transport } from '../../src/transport/Transport';

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
// @ts-expect-error a field has its type
params(charges, { account: 'a', currency: 5 });
// @ts-expect-error this endpoint declares no snapshot
params(charges, { account: 'a', snapshot: true });

const bare = endpoint({ name: 'bare', method: 'GET', path: '/all', paging: byLink(link('next')) });
params(bare, {});
// @ts-expect-error this endpoint declares no pageSize
params(bare, { pageSize: 5 });

// Records are their own properties, or have them under that name; a codec types them in either case.
const Charge = t.type({ id: t.string });
expectTypeOf(client.objects(charges, { account: 'a', properties: Charge }).pipe(take(1))).toEqualTypeOf<
  ObjectStream<t.TypeOf<typeof Charge>>
>();
expectTypeOf(charges.isWhole).toEqualTypeOf<true | undefined>();
const nested = endpoint({ name: 'nested', method: 'GET', path: '/all', paging: byToken, records: 'properties' });
expectTypeOf(nested.isWhole).toEqualTypeOf<false | undefined>();

const edges = endpoint({ name: 'edges', method: 'GET', path: '/all', paging: byToken, records: at('node') });
expectTypeOf(edges.isWhole).toEqualTypeOf<true | undefined>();

// Descriptions that contradict themselves do not compile.
endpoint({ name: 'e', method: 'POST', path: '/all', paging: byTokenInBody, pageSize: body('size'), fieldsIn: 'body' });
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
// @ts-expect-error a path begins with a slash
endpoint({ name: 'e', method: 'GET', path: 'all', paging: byToken });
// @ts-expect-error records are whole, or have properties
endpoint({ name: 'e', method: 'GET', path: '/all', paging: byToken, records: 'flat' });
// @ts-expect-error a scheme is made by a function of pagewalk/paging
endpoint({ name: 'e', method: 'GET', path: '/all', paging: {} });
// @ts-expect-error where a cursor comes from is not where it goes
byCursor({ from: query('next'), to: query('cursor') });
// @ts-expect-error nor in the published types, which show less of a source
byCursor({ from: at('next'), to: at('next') as Pick<ReturnType<typeof at>, '~source'> });
// @ts-expect-error of several parts, too
byCursor({ from: { a: at('a') }, to: { a: at('a') } });
// @ts-expect-error an offset goes somewhere
byOffset({});
