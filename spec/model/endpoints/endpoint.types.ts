import { type } from 'arktype';
import { expectTypeOf } from 'expect-type';
import * as t from 'io-ts';
import * as v from 'valibot';
import { z } from 'zod';
import type { EndpointParams, SearchParams } from '../../../src/client/EndpointParams';
import {
  type Endpoint,
  endpoint,
  listObjects,
  type PageToken,
  searchObjects,
} from '../../../src/index';
import { onePage } from '../../../src/paging/schemes/onePage';
import { DateFromString } from '../../support/transformingCodecs';

declare const params: <E extends Endpoint>(endpoint: E, params: EndpointParams<E>) => void;
declare const pageToken: PageToken;

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const search = { apiFamily: 'f', objectType: 'employee', query: { type: 'empty' } };

// The descriptions that ship are typed by what they say.
expectTypeOf(listObjects).toExtend<Endpoint>();

// What an endpoint declares, its params may say.
params(listObjects, list);
params(listObjects, {
  ...list,
  pageSize: 5,
  snapshot: true,
  pageToken,
  emptyPages: 3,
  properties: t.UnknownRecord,
});
params(searchObjects, search);
params(searchObjects, { ...search, query: { type: 'eq', field: 'name' }, pageToken });

// @ts-expect-error a path parameter is missing
params(listObjects, { ontologyRid: 'ri.o' });
params(listObjects, { ...list, objectType: 5 });
// @ts-expect-error a path parameter is a text or a whole number
params(listObjects, { ...list, objectType: true });
// @ts-expect-error an unknown parameter
params(listObjects, { ...list, pagesize: 5 });
// @ts-expect-error an empty text is no page token
params(listObjects, { ...list, pageToken: '' });
// @ts-expect-error nor is any other text
params(listObjects, { ...list, pageToken: 'text' });
// @ts-expect-error a codec is not a record of codecs
params(listObjects, { ...list, properties: { id: t.number } });
// @ts-expect-error listing has no query
params(listObjects, { ...list, query: { type: 'empty' } });

// @ts-expect-error searching has no pageSize
params(searchObjects, { ...search, pageSize: 5 });
// The compiler's message is a type: it says why.
type WhyNot<Param> = NonNullable<Param>;
expectTypeOf<
  WhyNot<SearchParams['pageSize']>
>().toEqualTypeOf<'this endpoint takes no pageSize: the service decides how many objects a page has'>();
expectTypeOf<WhyNot<SearchParams['snapshot']>>().toEqualTypeOf<'this endpoint takes no snapshot'>();
// @ts-expect-error searching has no snapshot
params(searchObjects, { ...search, snapshot: true });
// @ts-expect-error a query has a type
params(searchObjects, { ...search, query: { field: 'name' } });
// @ts-expect-error the query is required
params(searchObjects, { apiFamily: 'f', objectType: 'employee' });

// Fields are required unless undefined is one of their values, and are typed by what a codec decodes to.
const fields = {
  since: DateFromString,
  tags: t.array(t.string),
  note: t.union([t.string, t.undefined]),
};
const things = endpoint({
  name: 'things',
  revision: '1.0',
  method: 'GET',
  path: '/{kind}',
  fields,
  pageSize: true,
});
const since = new Date(0);

expectTypeOf<EndpointParams<typeof things>['since']>().toEqualTypeOf<Date>();
expectTypeOf<EndpointParams<typeof things>['note']>().toEqualTypeOf<string | undefined>();
params(things, { kind: 'k', since, tags: [] });
params(things, { kind: 'k', since, tags: ['a'], note: 'n', pageSize: 5 });
params(things, { kind: 'k', since, tags: [], note: undefined });

// @ts-expect-error a field is missing
params(things, { kind: 'k', since });
// @ts-expect-error a field is given as it travels, not as it is typed
params(things, { kind: 'k', since: '2020-01-01', tags: [] });
// @ts-expect-error an optional field has a type all the same
params(things, { kind: 'k', since, tags: [], note: 5 });
// @ts-expect-error this endpoint declares no snapshot
params(things, { kind: 'k', since, tags: [], snapshot: true });

const bare = endpoint({ name: 'bare', revision: '2.0', method: 'POST', path: '/all' });
params(bare, {});
// @ts-expect-error this endpoint declares no pageSize
params(bare, { pageSize: 5 });

// Descriptions that contradict themselves do not compile.
// @ts-expect-error a path begins with a slash
endpoint({ name: 'e', revision: '1.0', method: 'GET', path: 'api' });
// @ts-expect-error revision 2.0 has no snapshot
endpoint({ name: 'e', revision: '2.0', method: 'GET', path: '/api', snapshot: true });
endpoint({ name: 'e', revision: '2.0', method: 'GET', path: '/api', snapshot: false });

// A field may be a Standard Schema, which types its param; one that transforms takes nothing.
const issues = endpoint({
  name: 'issues',
  method: 'GET',
  path: '/issues',
  paging: onePage(),
  fields: {
    state: z.enum(['open', 'closed']).optional(),
    page: v.number(),
    sort: type("'asc' | 'desc'"),
    length: z.string().transform((text) => text.length),
  },
});
expectTypeOf(issues).toExtend<Endpoint>();
type IssueParams = EndpointParams<typeof issues>;
expectTypeOf<IssueParams['state']>().toEqualTypeOf<'open' | 'closed' | undefined>();
expectTypeOf<IssueParams['page']>().toEqualTypeOf<number>();
expectTypeOf<IssueParams['sort']>().toEqualTypeOf<'asc' | 'desc'>();
expectTypeOf<
  IssueParams['length']
>().toEqualTypeOf<'the schema of a field takes what is sent, and has no transform and no default'>();
