import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { firstValueFrom } from 'rxjs';
import {
  axiosTransport,
  createClient,
  endpoint,
  fetchTransport,
  type WalkError,
} from '../../../src/index';
import { query } from '../../../src/paging/index';
import type { Fault, ServiceOptions } from '../../../src/service/index';
import type { ServiceScheme } from '../../../src/service/pages/ServiceScheme';
import { memoryService } from '../../../src/testing/index';
import { collect } from '../../support/collect';
import { ask, type Body } from '../support/plain';
import { schemes } from '../support/schemes';
import { ids, withThings } from '../support/things';
import { withDoors } from '../support/withDoors';
import { withService } from '../support/withService';

const common = {
  name: 'things',
  method: 'GET',
  path: '/api/{objectType}',
  pageSize: query('limit'),
  fields: { updatedAfter: t.union([t.string, t.undefined]) },
} as const;

const newThings = {
  objects: { thing: [5, 9, 7, 8, 6].map((minute) => ({ id: minute, updatedAt: `0${minute}` })) },
  seed: 1,
};

type Transport = Parameters<typeof createClient>[0]['transport'];

const walk = async (scheme: ServiceScheme, transport: Transport, more = {}) => {
  const client = createClient({ transport, retry: { attempts: 3, baseDelay: 1 } });
  const described = endpoint({ ...common, ...schemes[scheme] });
  const results = await collect(
    client.objects(described, { objectType: 'thing', pageSize: 3, ...more }),
  );
  return {
    ids: results.filter(E.isRight).map(({ right }) => right.id),
    errors: results
      .filter(E.isLeft)
      .map(({ left }: E.Left<WalkError>) => ('rule' in left ? left.rule : left._tag)),
  };
};

const options = { ...withThings(10), seed: 1 };

/** Faults that end a walk, and how: by scheme where they differ. */
const ends: ReadonlyArray<
  readonly [Fault, Partial<Readonly<Record<ServiceScheme, ReadonlyArray<string>>>>]
> = [
  [
    { type: 'repeat-page', at: 1 },
    { offset: ['RepeatedPage'], page: ['RepeatedPage'], lastItem: ['RepeatedPage'] },
  ],
  [
    { type: 'expire-token', at: 1 },
    { link: ['PageTokenExpired'], cursor: ['PageTokenExpired'] },
  ],
  [
    { type: 'cycle-tokens', pages: 1 },
    { link: ['RepeatedToken'], cursor: ['RepeatedToken'] },
  ],
  [{ type: 'empty-token', at: 1 }, { cursor: ['MissingCursor'] }],
  [
    { type: 'empty-page', at: 2 },
    { offset: ['RepeatedToken'], lastItem: ['MissingCursor'] },
  ],
];

describe('the schemes of the service, walked by the library', () => {
  for (const scheme of Object.keys(schemes) as ReadonlyArray<ServiceScheme>) {
    it(`${scheme}: every object once, over HTTP and in memory, through faults that a retry overcomes`, async () => {
      const faults: ReadonlyArray<Fault> = [
        { type: 'unavailable', at: 2 },
        { type: 'reset-during', at: 4 },
      ];
      const expected = { ids: ids(1, 10), errors: [] };
      expect(
        await walk(scheme, memoryService({ ...options, scheme, faults }).transport),
      ).to.deep.equal(expected);
      await withService({ ...options, scheme, faults }, async ({ url }) => {
        expect(await walk(scheme, axiosTransport({ baseURL: url }))).to.deep.equal(expected);
        expect(await walk(scheme, fetchTransport({ baseURL: url }))).to.deep.equal(expected);
      });
    });

    it(`${scheme}: what is new, in its order`, async () => {
      const { transport } = memoryService({ ...newThings, scheme });
      const found = await walk(scheme, transport, { updatedAfter: '06' });
      expect(found).to.deep.equal({ ids: [6, 7, 8, 9], errors: [] });
    });

    for (const [fault, errors] of ends) {
      it(`${scheme}: what comes of ${JSON.stringify(fault)}`, async () => {
        const { transport } = memoryService({ ...options, scheme, faults: [fault] });
        expect((await walk(scheme, transport)).errors).to.deep.equal(errors[scheme] ?? []);
      });
    }
  }

  it('serves demo data at paths such as readers know, the children of a parent, and of these what is new', () =>
    withService({ maxPageSize: 1_000 }, async ({ url }) => {
      const get = async (
        path: string,
      ): Promise<{ data: ReadonlyArray<object>; has_more: boolean }> =>
        (await ask(`${url}${path}`)).body as never;
      expect(await get('/customers?limit=2')).to.deep.include({ has_more: true });
      const { data } = await get('/customers/cus_7/invoices');
      expect(
        data
          .map((invoice) => invoice as { customer?: string })
          .every(({ customer }) => customer === 'cus_7'),
      ).to.equal(true);
      expect(await get('/repos/acme/shop/issues')).to.have.lengthOf(500);
      expect(
        await get('/repos/acme/shop/issues?since=2025-01-03T00:00:00Z&per_page=7'),
      ).to.have.lengthOf(7);
      expect(await get('/repos/acme/none/issues')).to.include({ errorName: 'ObjectNotFound' });
    }));

  it('finds a parent only by an id that an address can name', () =>
    withDoors(
      {
        objects: {
          user: [{ id: { toString: 1 } }, { id: null }, {}, { id: 2 }],
          book: [{ id: 1, user: null }, { id: 2, user: 2 }, { id: 3 }],
        },
      },
      async ({ url }) => {
        const found = ['2', 'null', 'undefined'].map(async (id) => {
          const { status, body } = await ask(`${url}/users/${id}/books`);
          return body.errorName ?? [status, body.data];
        });
        expect(await Promise.all(found)).to.deep.equal([
          [200, [{ id: 2, user: 2 }]],
          'ObjectNotFound',
          'ObjectNotFound',
        ]);
      },
    ));

  it('has links that are absolute where the request names a host, and relative where it does not', async () => {
    await withService({ ...options, scheme: 'link' }, async ({ url }) => {
      const response = await fetch(`${url}/api/thing?limit=3&more=a%20b`);
      expect(response.headers.get('link')).to.match(
        new RegExp(`^<${url}/api/thing\\?limit=3&more=a\\+b&cursor=[\\w-]+>; rel="next"$`),
      );
    });
    const { transport } = memoryService({ ...options, scheme: 'link' });
    const result = await firstValueFrom(
      transport({ method: 'GET', url: '/api/thing?limit=3', headers: {} }),
    );
    expect(E.isRight(result) && result.right.headers.link).to.match(
      /^<\/api\/thing\?limit=3&cursor=[\w-]+>; rel="next"$/,
    );
  });

  const requests: ReadonlyArray<
    readonly [
      scheme: ServiceScheme | undefined,
      query: string,
      answer: string,
      options?: ServiceOptions,
    ]
  > = [
    ['offset', 'thing?limit=1', '200 1'],
    ['offset', 'thing?limit=9', '200 1 2'],
    ['offset', 'thing?limit=0', '400 InvalidLimit'],
    ['offset', 'thing?limit=two', '400 InvalidLimit'],
    ['offset', 'thing?offset=4', '200 5'],
    ['offset', 'thing?offset=5', '200'],
    ['offset', 'thing?offset=-1', '400 InvalidOffset'],
    ['offset', 'thing?offset=', '400 InvalidOffset'],
    ['offset', `thing?offset=${'9'.repeat(16)}`, '400 InvalidOffset'],
    ['offset', 'thing?offset=2', '200 3', { searchLimit: 3 }],
    ['offset', 'thing?offset=3', '400 ObjectsExceededLimit', { searchLimit: 3 }],
    ['page', 'thing?page=3', '200 5'],
    ['page', 'thing?page=4', '200'],
    ['page', 'thing?page=2&limit=1', '200 2'],
    ['page', 'thing?page=0', '400 InvalidPage'],
    ['page', 'thing?page=x', '400 InvalidPage'],
    ['page', 'thing', '200', { objects: { thing: [] } }],
    ['cursor', 'thing?cursor=', '400 InvalidPageToken'],
    ['cursor', 'thing?cursor=x', '400 InvalidPageToken'],
    ['cursor', 'thing', '401 MissingCredentials', { protectList: true }],
    ['lastItem', 'thing?starting_after=2', '200 3 4'],
    ['lastItem', 'thing?starting_after=9', '400 InvalidStartingAfter'],
    ['page', 'other', '404 ObjectTypeNotFound'],
    [undefined, 'thing', '404 EndpointNotFound'],
  ];
  for (const [scheme, asked, expected, more] of requests) {
    it(`${scheme ?? 'no scheme'}: /api/${asked} is answered ${expected}`, () =>
      withDoors({ ...withThings(5), maxPageSize: 2, scheme, ...more }, async ({ url }) => {
        const { status, body } = await ask(`${url}/api/${asked}`);
        const {
          items,
          data = items,
          errorName = '',
        } = body as Partial<Body> & { readonly items?: ReadonlyArray<unknown> };
        const found = (data as ReadonlyArray<{ readonly id: unknown }> | undefined)?.map(
          ({ id }) => id,
        ) ?? [errorName];
        expect([status, ...found].join(' ')).to.equal(expected);
      }));
  }
});
