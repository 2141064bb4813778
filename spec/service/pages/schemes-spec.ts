import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { firstValueFrom } from 'rxjs';
import { axiosTransport, createClient, endpoint, fetchTransport, type WalkError } from '../../../src/index';
import { at, byCursor, byLastItem, byLink, byOffset, byPageNumber, link, query } from '../../../src/paging/index';
import type { Fault, ServiceScheme } from '../../../src/service/index';
import { memoryService } from '../../../src/testing/index';
import { collect } from '../../support/collect';
import { ids, withThings } from '../support/things';
import { withService } from '../support/withService';

const common = { name: 'things', method: 'GET', path: '/api/{objectType}', pageSize: query('limit') } as const;

/** How each scheme is described to the library, as the docs have it. */
const descriptions = {
  link: endpoint({ ...common, items: at(), paging: byLink(link('next')) }),
  offset: endpoint({ ...common, items: at('items'), paging: byOffset({ to: query('offset'), total: at('total') }) }),
  page: endpoint({ ...common, items: at('items'), paging: byPageNumber({ to: query('page'), last: at('last') }) }),
  cursor: endpoint({
    ...common,
    items: at('items'),
    paging: byCursor({ from: at('next_cursor'), to: query('cursor'), more: at('has_more') }),
  }),
  lastItem: endpoint({
    ...common,
    paging: byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') }),
  }),
} as const;

type Transport = Parameters<typeof createClient>[0]['transport'];

const walk = async (scheme: ServiceScheme, transport: Transport) => {
  const client = createClient({ transport, retry: { attempts: 3, baseDelay: 1 } });
  const results = await collect(client.objects(descriptions[scheme], { objectType: 'thing', pageSize: 3 }));
  return {
    ids: results.filter(E.isRight).map(({ right }) => (right.properties as { readonly id: number }).id),
    errors: results.filter(E.isLeft).map(({ left }: E.Left<WalkError>) => ('rule' in left ? left.rule : left._tag)),
  };
};

const options = { ...withThings(10), seed: 1 };

/** Faults that end a walk, and how: by scheme where they differ. */
const ends: ReadonlyArray<readonly [Fault, Partial<Readonly<Record<ServiceScheme, ReadonlyArray<string>>>>]> = [
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
  for (const scheme of Object.keys(descriptions) as ReadonlyArray<ServiceScheme>) {
    it(`${scheme}: every object once, over HTTP and in memory, through faults that a retry overcomes`, async () => {
      const faults: ReadonlyArray<Fault> = [
        { type: 'unavailable', at: 2 },
        { type: 'reset-during', at: 4 },
      ];
      const expected = { ids: ids(1, 10), errors: [] };
      expect(await walk(scheme, memoryService({ ...options, scheme, faults }).transport)).to.deep.equal(expected);
      await withService({ ...options, scheme, faults }, async ({ url }) => {
        expect(await walk(scheme, axiosTransport({ baseURL: url }))).to.deep.equal(expected);
        expect(await walk(scheme, fetchTransport({ baseURL: url }))).to.deep.equal(expected);
      });
    });

    for (const [fault, errors] of ends) {
      it(`${scheme}: what comes of ${JSON.stringify(fault)}`, async () => {
        const { transport } = memoryService({ ...options, scheme, faults: [fault] });
        expect((await walk(scheme, transport)).errors).to.deep.equal(errors[scheme] ?? []);
      });
    }
  }

  it('has links that are absolute where the request names a host, and relative where it does not', async () => {
    await withService({ ...options, scheme: 'link' }, async ({ url }) => {
      const response = await fetch(`${url}/api/thing?limit=3&more=a%20b`);
      expect(response.headers.get('link')).to.match(
        new RegExp(`^<${url}/api/thing\\?limit=3&more=a\\+b&cursor=[\\w-]+>; rel="next"$`),
      );
    });
    const { transport } = memoryService({ ...options, scheme: 'link' });
    const result = await firstValueFrom(transport({ method: 'GET', url: '/api/thing?limit=3', headers: {} }));
    expect(E.isRight(result) && result.right.headers.link).to.match(
      /^<\/api\/thing\?limit=3&cursor=[\w-]+>; rel="next"$/,
    );
  });

  it('refuses a scheme that there is not', () => {
    expect(() => memoryService({ scheme: 'graph' as ServiceScheme })).to.throw(
      TypeError,
      /scheme must be one of link, offset, page, cursor, lastItem, but is string/,
    );
  });
});
