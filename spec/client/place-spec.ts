import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import {
  createClient,
  endpoint,
  explain,
  listObjects,
  Place,
  retryExpired,
  searchObjects,
} from '../../src/index';
import { nextRound } from '../../src/model/place/nextRound';
import { collect, gather } from '../support/collect';
import { token } from '../support/pages';
import { answer, ok, pagesOf, record, scriptedTransport } from '../support/scriptedTransport';
import { leftOf, rightOf } from '../support/sides';

const params = { ontologyRid: 'ri.o', objectType: 'employee', pageSize: 2, snapshot: true };
const three = pagesOf([[record(1), record(2)], [record(3)], [record(4)]]);
const expired = answer(400, { errorName: 'InvalidPageToken' });

const kept = (place: Place): Place => rightOf(Place.decode(Place.encode(place)));

const placesOf = async (script = three): Promise<ReadonlyArray<Place>> => {
  const { transport } = scriptedTransport(...script);
  const pages = await collect(createClient({ transport }).pages(listObjects, params));
  return pages.filter(E.isRight).map(({ right }) => right.place);
};

const at = async (index: number, script = three): Promise<Place> => {
  const place = (await placesOf(script))[index];
  return place ?? expect.fail('no such page');
};

describe('the place of a page', () => {
  it('law 17: is where a walk goes on with the page after it, as if it had never stopped', async () => {
    for (const through of [(place: Place) => place, kept]) {
      const { transport, requests } = scriptedTransport(...three.slice(1));
      const walk = createClient({ transport }).pages(listObjects, {
        ...params,
        place: through(await at(0)),
      });
      const pages = (await collect(walk)).map(rightOf);
      expect(
        requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('pageToken')),
      ).to.deep.equal(['token-1', 'token-2']);
      expect(pages.map(({ place }) => place)).to.deep.equal((await placesOf()).slice(1));
      expect(
        pages.map(({ index }) => index),
        'of this walk',
      ).to.deep.equal([0, 1]);
    }
  });

  it('that is the last sends nothing and completes, and the walk tells its end', async () => {
    const { transport, requests } = scriptedTransport();
    const client = createClient({ transport });
    const events = gather(client.events);
    const place = kept(await at(2));
    expect(await collect(client.pages(listObjects, { ...params, place }))).to.deep.equal([]);
    expect(await collect(client.list({ ...params, place }))).to.deep.equal([]);
    expect(requests).to.deep.equal([]);
    expect(events.map(({ type }) => type)).to.deep.equal(['end', 'end']);
  });

  const breaking = {
    'an empty token': ok({ data: [record(3)], nextPageToken: '' }),
    'a repeated token': ok({ data: [record(3)], nextPageToken: 'token-1' }),
    'a token that cannot be sent': ok({ data: [record(3)], nextPageToken: '\ud800' }),
  };
  for (const [what, second] of Object.entries(breaking)) {
    it(`law 7: of a page with ${what} is not the last, and the next run asks for that page again`, async () => {
      const script = [...three.slice(0, 1), second];
      const { transport } = scriptedTransport(...script);
      const results = await collect(createClient({ transport }).pages(listObjects, params));
      expect(results.map(({ _tag }) => _tag)).to.deep.equal(['Right', 'Right', 'Left']);
      const { place } = rightOf(results[1]);
      expect(place).to.deep.equal({ pages: 1, objects: 2, round: 1, isLast: false });
      const again = scriptedTransport(...three.slice(1));
      await collect(
        createClient({ transport: again.transport }).pages(listObjects, {
          ...params,
          place: kept(place),
        }),
      );
      expect(again.requests[0]?.url).to.match(/pageToken=token-1$/);
    });
  }

  it('law 21: a walk that began at a place is not restarted by retryExpired', async () => {
    const { transport, requests } = scriptedTransport(expired);
    const walk = createClient({ transport }).list({ ...params, place: await at(0) });
    const results = await collect(
      walk.pipe(retryExpired({ key: ({ properties }) => String(properties.id) })),
    );
    expect(results.map(leftOf).map(({ _tag }) => _tag)).to.deep.equal(['PageTokenExpired']);
    expect(requests).to.have.lengthOf(1);
  });
});

describe('law 20: a place belongs to its request', () => {
  const refusal = async (place: unknown, other: object): Promise<string> => {
    const { transport, requests } = scriptedTransport();
    const given = { ...params, ...other, place } as typeof params & { place: Place };
    const results = await collect(createClient({ transport }).pages(listObjects, given));
    expect(requests).to.deep.equal([]);
    const error = leftOf(results[0]);
    expect(error._tag).to.equal('InvalidRequest');
    return explain(error);
  };

  const others = {
    ontologyRid: { ontologyRid: 'ri.other' },
    objectType: { objectType: 'project' },
    pageSize: { pageSize: 3 },
    snapshot: { snapshot: undefined },
    'pageSize, snapshot': { pageSize: undefined, snapshot: false },
  };
  for (const [names, other] of Object.entries(others)) {
    it(`with another ${names} it is refused by that name, and nothing is sent`, async () => {
      for (const place of [await at(0), kept(await at(0)), kept(await at(2))]) {
        expect(await refusal(place, other)).to.include(`place belongs to another ${names}`);
      }
    });
  }

  it('with another endpoint, or another endpoint of the same name, it is refused', async () => {
    const { transport, requests } = scriptedTransport();
    const client = createClient({ transport });
    const place = kept(await at(0));
    const search = await collect(
      client.pages(searchObjects, {
        apiFamily: 'x',
        objectType: 'employee',
        query: { type: 'empty' },
        place,
      }),
    );
    const same = { name: 'listObjects', revision: '1.0', pageSize: true, snapshot: true } as const;
    const posted = endpoint({ ...same, method: 'POST', path: listObjects.path });
    const post = await collect(client.pages(posted, { ...params, place }));
    const moved = endpoint({ ...same, method: 'GET', path: '/api/v2/{ontologyRid}/{objectType}' });
    const move = await collect(client.pages(moved, { ...params, place }));
    for (const results of [search, post, move]) {
      expect(explain(leftOf(results[0]))).to.include('another endpoint');
    }
    expect(requests).to.deep.equal([]);
  });

  it('beside a pageToken it is refused, and so is a copy and anything that is not a place', async () => {
    const place = await at(0);
    expect(await refusal(place, { pageToken: token('t') })).to.include('excludes pageToken');
    for (const other of [Object.assign({}, place), Place.encode(place), null, 1, {}]) {
      expect(await refusal(other, {})).to.include('place must be a place');
    }
  });

  it('the beginning of a round before which no page came belongs to any request', async () => {
    const { transport, requests } = scriptedTransport(...three);
    const place = O.toUndefined(nextRound(undefined, 3)) ?? expect.fail('no round');
    const pages = await collect(
      createClient({ transport }).pages(listObjects, { ...params, place }),
    );
    expect(pages.map(rightOf).map((page) => page.place.round)).to.deep.equal([2, 2, 2]);
    expect(requests[0]?.url).to.not.include('pageToken');
  });

  it('with any two requests of an endpoint it is taken exactly where they are the same', async () => {
    const fields = {
      endpoint: t.union([t.string, t.undefined]),
      filter: t.union([t.UnknownRecord, t.undefined]),
    };
    const posts = endpoint({
      name: 'x',
      revision: '2.0',
      method: 'POST',
      path: '/x/{path}',
      fields,
      pageSize: true,
    });
    const text = fc.constantFrom('a', 'b', 'a b', '&a');
    const some = fc.record({
      path: text,
      endpoint: fc.option(text, { nil: undefined }),
      filter: fc.option(fc.dictionary(text, fc.oneof(text, fc.nat({ max: 1 }))), {
        nil: undefined,
      }),
      pageSize: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(some, fc.option(some), async (one, two) => {
        const first = scriptedTransport(ok({ data: [], nextPageToken: 't' }), ok({ data: [] }));
        const [page] = await collect(createClient(first).pages(posts, one));
        const { place } = rightOf(page);
        const second = scriptedTransport(ok({ data: [] }));
        const results = await collect(
          createClient(second).pages(posts, { ...(two ?? one), place: kept(place) }),
        );
        const plain = scriptedTransport(ok({ data: [] }));
        await collect(createClient(plain).pages(posts, two ?? one));
        const isSame = JSON.stringify(plain.requests[0]) === JSON.stringify(first.requests[0]);
        expect(E.isRight(results[0] ?? E.left(0))).to.equal(isSame);
        expect(second.requests).to.have.lengthOf(isSame ? 1 : 0);
      }),
    );
  });
});
