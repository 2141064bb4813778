import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { lastValueFrom, of, toArray } from 'rxjs';
import {
  createClient,
  deltaToken,
  endpoint,
  type Endpoint,
  type HttpRequest,
  listObjects,
  Place,
  searchObjects,
  walkCalls,
} from '../../src/index';
import {
  at,
  body,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  byRule,
  header,
  link,
  orElse,
  orEmpty,
  type Paging,
  query,
} from '../../src/paging';
import { token } from '../support/pages';
import { rightOf } from '../support/sides';

/** A page token and the text of a place behind page 2 of a walk, as version 1.0.0-rc.2 wrote them, and the request that follows. */
interface Kept {
  readonly target: Endpoint;
  readonly params?: object;
  readonly token: string;
  readonly place: string;
  readonly url: string;
  readonly body?: string;
  readonly header?: string;
}

const things = { name: 'things', path: '/things' } as const;
const get = (paging: Paging<'query' | 'header'>, others: object = {}): Endpoint =>
  endpoint({ ...things, method: 'GET', paging, ...others });
const post = (paging: Paging): Endpoint => endpoint({ ...things, method: 'POST', paging });

const cursor = byCursor({ from: at('next'), to: query('cursor') });
const total = at('n');
const month = byRule({
  cursor: t.number,
  first: 1,
  next: (_, before) => (O.isSome(before) ? O.some(before.value + 1) : O.none),
  write: (number) => ({ path: `/things/${number}` }),
});

const kept: Readonly<Record<string, Kept>> = {
  byCursor: {
    target: get(cursor),
    token: '"b"',
    place:
      'pagewalk1.185za6p-1g5mtd.W1syLDQsMSxmYWxzZV0sIlwiYlwiIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMTJ4NXRrbi00NGZqeiJdXSxudWxsXQ==',
    url: '/things?cursor=b',
  },
  'byCursor of two parts': {
    target: post(
      byCursor({
        from: { a: at('a'), b: at('b') },
        to: { a: body('a'), b: body('in', 'b') },
      }),
    ),
    token: '{"a":2,"b":{"c":[1]}}',
    place:
      'pagewalk1.1h3cvqj-1d7nenv.W1syLDQsMSxmYWxzZV0sIntcImFcIjoyLFwiYlwiOntcImNcIjpbMV19fSIsW1siZW5kcG9pbnQgb3IgcGF0aCIsInUyMDZhbi0xc29wNTV6Il1dLG51bGxd',
    url: '/things',
    body: '{"a":2,"in":{"b":{"c":[1]}}}',
  },
  byLink: {
    target: get(byLink(link('next'))),
    token: '/things?page=3&x=1',
    place:
      'pagewalk1.10xq3z3-j6lven.W1syLDQsMSxmYWxzZV0sIi90aGluZ3M/cGFnZT0zJng9MSIsW1siZW5kcG9pbnQgb3IgcGF0aCIsImQ4anBrYS11bnZjcDYiXV0sbnVsbF0=',
    url: '/things?page=3&x=1',
  },
  byLastItem: {
    target: get(byLastItem({ from: at('id'), to: query('after') })),
    token: '74igri-1tq8w9q 4',
    place:
      'pagewalk1.b4uw4v-6b44y7.W1syLDQsMSxmYWxzZV0sIjc0aWdyaS0xdHE4dzlxIDQiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxaW1wanA0LW10Nzh3dyJdXSxudWxsXQ==',
    url: '/things?after=4',
  },
  'byOffset with a total': {
    target: get(byOffset({ to: query('o'), total })),
    token: '74igri-1tq8w9q~2.2143817607.1340633671~0 4',
    place:
      'pagewalk1.17cabpe-1jtzqsa.W1syLDQsMSxmYWxzZV0sIjc0aWdyaS0xdHE4dzlxfjIuMjE0MzgxNzYwNy4xMzQwNjMzNjcxfjAgNCIsW1siZW5kcG9pbnQgb3IgcGF0aCIsIjF5eHVuMjctZG51Z3NmIl1dLG51bGxd',
    url: '/things?o=4',
  },
  'byOffset, its total disproved': {
    target: get(byOffset({ to: query('o'), total })),
    token: '74igri-1tq8w9q~2.2143817607.1340633671~0 [4,-1,0]',
    place:
      'pagewalk1.1vvmtm3-1eyzpnf.W1syLDQsMSxmYWxzZV0sIjc0aWdyaS0xdHE4dzlxfjIuMjE0MzgxNzYwNy4xMzQwNjMzNjcxfjAgWzQsLTEsMF0iLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxeXh1bjI3LWRudWdzZiJdXSxudWxsXQ==',
    url: '/things?o=4',
  },
  'byOffset, its first page disproved': {
    target: get(byOffset({ to: query('o'), total, first: 1 })),
    token: '74igri-1tq8w9q~2.2143817607.1340633671~0 [5,-1,0]',
    place:
      'pagewalk1.1l9gt93-igm77r.W1syLDQsMSxmYWxzZV0sIjc0aWdyaS0xdHE4dzlxfjIuMjE0MzgxNzYwNy4xMzQwNjMzNjcxfjAgWzUsLTEsMF0iLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxeXh1bjI3LWRudWdzZiJdXSxudWxsXQ==',
    url: '/things?o=5',
  },
  byPageNumber: {
    target: get(byPageNumber({ to: query('p') })),
    token: '74igri-1tq8w9q~2.2143817607.1340633671~0 3',
    place:
      'pagewalk1.d34own-146q0fz.W1syLDQsMSxmYWxzZV0sIjc0aWdyaS0xdHE4dzlxfjIuMjE0MzgxNzYwNy4xMzQwNjMzNjcxfjAgMyIsW1siZW5kcG9pbnQgb3IgcGF0aCIsIm12dzFidi12NmJmb2oiXV0sbnVsbF0=',
    url: '/things?p=3',
  },
  'byPageNumber with a total': {
    target: get(byPageNumber({ to: query('p'), total })),
    token: '74igri-1tq8w9q~2.2143817607.1340633671~0 [3,4,0]',
    place:
      'pagewalk1.1vy16d4-4tuee0.W1syLDQsMSxmYWxzZV0sIjc0aWdyaS0xdHE4dzlxfjIuMjE0MzgxNzYwNy4xMzQwNjMzNjcxfjAgWzMsNCwwXSIsW1siZW5kcG9pbnQgb3IgcGF0aCIsIm12dzFidi12NmJmb2oiXV0sbnVsbF0=',
    url: '/things?p=3',
  },
  'byPageNumber of equal pages': {
    target: get(byPageNumber({ to: query('p'), mayRepeat: true })),
    token: '1ohnpw7-8wccyn [3,-1,1]',
    place:
      'pagewalk1.lwuqji-w4nj52.W1syLDQsMSxmYWxzZV0sIjFvaG5wdzctOHdjY3luIFszLC0xLDFdIixbWyJlbmRwb2ludCBvciBwYXRoIiwibXZ3MWJ2LXY2YmZvaiJdXSxudWxsXQ==',
    url: '/things?p=3',
  },
  'byPageNumber with a last page': {
    target: get(byPageNumber({ to: query('p'), last: at('l') })),
    token: '74igri-1tq8w9q~2.2143817607.1340633671~0 3',
    place:
      'pagewalk1.d34own-146q0fz.W1syLDQsMSxmYWxzZV0sIjc0aWdyaS0xdHE4dzlxfjIuMjE0MzgxNzYwNy4xMzQwNjMzNjcxfjAgMyIsW1siZW5kcG9pbnQgb3IgcGF0aCIsIm12dzFidi12NmJmb2oiXV0sbnVsbF0=',
    url: '/things?p=3',
  },
  'byPageNumber almost equal': {
    target: get(byPageNumber({ to: query('p') })),
    token: '1s4bp0s-18br2kk~3.590304821.1242436956.2365142009~1 3',
    place:
      'pagewalk1.a3v4xn-6c6r3v.W1syLDYsMSxmYWxzZV0sIjFzNGJwMHMtMThicjJra34zLjU5MDMwNDgyMS4xMjQyNDM2OTU2LjIzNjUxNDIwMDl+MSAzIixbWyJlbmRwb2ludCBvciBwYXRoIiwibXZ3MWJ2LXY2YmZvaiJdXSxudWxsXQ==',
    url: '/things?p=3',
  },
  byRule: {
    target: get(month),
    token: '3',
    place:
      'pagewalk1.168ai50-1tgzbes.W1syLDQsMSxmYWxzZV0sIjMiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxczFnNGV3LXp0YnNwcyJdXSxudWxsXQ==',
    url: '/things/3',
  },
  'a header': {
    target: get(byCursor({ from: header('x-next'), to: header('x-next') })),
    token: '"t2"',
    place:
      'pagewalk1.1ywo0yc-1cba0dw.W1syLDQsMSxmYWxzZV0sIlwidDJcIiIsW1siZW5kcG9pbnQgb3IgcGF0aCIsIjE0djE5NWUtcGRvYTk2Il1dLG51bGxd',
    url: '/things',
    header: 't2',
  },
  'delta in a slot': {
    target: get(cursor, { delta: { from: at('sync'), to: query('sync') } }),
    params: { delta: deltaToken('s0') },
    token: '"b"',
    place:
      'pagewalk1.3l49ql-5uhvph.W1syLDQsMSxmYWxzZV0sIlwiYlwiIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMTJ4NXRrbi00NGZqeiJdLFsiZGVsdGEiLCI2Y25hZ2QtMXJqcWo4NSJdXSxudWxsXQ==',
    url: '/things?sync=s0&cursor=b',
  },
  'delta as a link': {
    target: get(byLink(at('next')), { delta: { from: at('deltaLink') } }),
    token: '/things?skip=2',
    place:
      'pagewalk1.opeqw0-12hoe4w.W1syLDQsMSxmYWxzZV0sIi90aGluZ3M/c2tpcD0yIixbWyJlbmRwb2ludCBvciBwYXRoIiwiMWk2bmN2YS0xaWcybm4yIl1dLG51bGxd',
    url: '/things?skip=2',
  },
  listObjects: {
    target: listObjects,
    params: { ontologyRid: 'r', objectType: 't' },
    token: 'b',
    place:
      'pagewalk1.1wproxp-1vr3c51.W1syLDIsMSxmYWxzZV0sImIiLFtbImVuZHBvaW50IG9yIHBhdGgiLCIxYnc5MndjLXZxeDVhcyJdLFsib250b2xvZ3lSaWQiLCIxd2pveWR4LXM0dGIzeCJdLFsib2JqZWN0VHlwZSIsIjF1dnJjODMtaTl5OHpmIl0sWyJwYWdlU2l6ZSIsInp0bnRmcC16dG50ZnAiXSxbInNuYXBzaG90IiwienRudGZwLXp0bnRmcCJdXSxudWxsXQ==',
    url: '/api/v1/ontologies/r/objects/t?pageToken=b',
  },
  searchObjects: {
    target: searchObjects,
    params: { apiFamily: 'f', objectType: 't', query: { type: 'empty' } },
    token: 'b',
    place:
      'pagewalk1.1n4d6cz-1ezvphn.W1syLDIsMSxmYWxzZV0sImIiLFtbImVuZHBvaW50IG9yIHBhdGgiLCI5bXRmZmQtNmZ1dTZoIl0sWyJhcGlGYW1pbHkiLCIxcXp3d2loLTF1YjF1MDEiXSxbIm9iamVjdFR5cGUiLCIxdXZyYzgzLWk5eTh6ZiJdLFsicXVlcnkiLCIxdHE3ZmtzLTFpb2ltdG8iXV0sbnVsbF0=',
    url: '/api/f/v1/objects/types/t/search',
    body: '{"query":{"type":"empty"},"pageToken":"b"}',
  },
};

/** The first request of a walk. */
const firstOf = async (target: Endpoint, params: object): Promise<HttpRequest | undefined> => {
  const asked: Array<HttpRequest> = [];
  const client = createClient({
    transport: (request) => {
      asked.push(request);
      return of(E.right({ status: 404, headers: {}, body: '' }));
    },
    retry: false,
  });
  await lastValueFrom(client.pages(target, params as never).pipe(toArray()));
  return asked[0];
};

describe('what version 1.0.0-rc.2 has kept', () => {
  for (const [what, { target, params = {}, place, ...expected }] of Object.entries(kept)) {
    it(`law 20: a place of ${what} continues`, async () => {
      const read = rightOf(Place.decode(place));
      const request = await firstOf(target, { ...params, place: read });
      expect([request?.url, request?.body, request?.headers['x-next']]).to.deep.equal([
        expected.url,
        expected.body,
        expected.header,
      ]);
      expect(Place.encode(read)).to.equal(place);
    });
    // A delta token goes without a page token.
    if ('delta' in params) continue;
    it(`law 25: so does its page token: ${what}`, async () => {
      const request = await firstOf(target, { ...params, pageToken: token(expected.token) });
      expect(request?.url).to.equal(expected.url);
    });
  }

  it('law 43: a place of walkCalls continues', async () => {
    const place = rightOf(
      Place.decode(
        'pagewalk1.1rdlvue-nu0f0e.W1syLDQsMSxmYWxzZV0sIntcIm5cIjoyfSIsW1siZW5kcG9pbnQgb3IgcGF0aCIsInhmc3Jlbi1mZTA0cWYiXSxbInJlcXVlc3QiLCIxaWRvcmhkLTFnOGxudjUiXV0sbnVsbF0=',
      ),
    );
    const cursors: Array<unknown> = [];
    const pages$ = walkCalls({
      name: 'people',
      request: { q: 1 },
      place,
      call: (cursor: unknown) => {
        cursors.push(cursor);
        return of({});
      },
      items: () => [],
      next: () => undefined,
    });
    await lastValueFrom(pages$.pipe(toArray()));
    expect(cursors).to.deep.equal([{ n: 2 }]);
  });

  it('law 26: the page before is still known: one that comes again is found', async () => {
    const place = rightOf(Place.decode(kept['byOffset with a total']?.place));
    const client = createClient({
      transport: () =>
        of(E.right({ status: 200, headers: {}, body: '{"data":[{"id":3},{"id":4}],"n":9}' })),
    });
    const [page] = await lastValueFrom(
      client.pages(get(byOffset({ to: query('o'), total })), { place }).pipe(toArray()),
    );
    expect(page).to.have.nested.property('left.rule', 'RepeatedPage');
  });
  it('law 26: a place continues with what may be absent, errors, pastEnd and checks changed', async () => {
    const { place = '', url = '' } = kept['byOffset with a total'] ?? {};
    const changed = get(byOffset({ to: query('o'), total: orElse(total, null), pastEnd: [404] }), {
      items: orEmpty(at('data')),
      errors: at('error'),
      checkEnd: false,
      checkLists: false,
    });
    const request = await firstOf(changed, { place: rightOf(Place.decode(place)) });
    expect(request?.url).to.equal(url);
  });
});
