import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { firstValueFrom, of, Subject, take, toArray } from 'rxjs';
import { inspect } from 'node:util';
import {
  bearer,
  createClient,
  durable,
  explain,
  Place,
  resumeFrom,
  retryExpired,
} from '../../src/index';
import { collect, gather } from '../support/collect';
import { leftOf, rightOf } from '../support/sides';
import { memoryPlaces } from '../walk/durable/support/memoryPlaces';
import { all, count, schemes, serve, size, thingOf, thingsBy } from './support/schemes';
import type { Misbehave, SchemeCase } from './support/schemes';

const Thing = t.type({ id: t.number, name: t.string });
const pages = Math.ceil(count / size);
const retry = { attempts: 3, baseDelay: 0 };
const say = (status: number, body: unknown): ReturnType<Misbehave> => ({
  status,
  body: JSON.stringify(body),
});

const clientOf = (scheme: SchemeCase, misbehave?: Misbehave) => {
  const served = serve(scheme, misbehave);
  const client = createClient({ transport: served.transport, retry });
  const things = thingsBy(scheme.endpoint, Thing);
  const objects = (params: object = {}) =>
    client.objects(scheme.endpoint, { ...things, ...params });
  const walk = (params: object = {}) => client.pages(scheme.endpoint, { ...things, ...params });
  return { ...served, client, objects, walk };
};

const idsOf = (results: ReadonlyArray<E.Either<unknown, unknown>>): ReadonlyArray<unknown> =>
  results.map((result) => (E.isRight(result) ? thingOf(result.right).id : result.left));
const everything = all.map(({ id }) => id);

for (const scheme of schemes) {
  describe(`${scheme.name}: the same walk (law 25)`, () => {
    it('reads every object once, and completes', async () => {
      const { objects, requests } = clientOf(scheme);
      expect(idsOf(await collect(objects()))).to.deep.equal(everything);
      expect(requests).to.have.lengthOf(pages);
    });

    it('law 3: take(n) inside a page costs no other request', async () => {
      const { objects, requests } = clientOf(scheme);
      expect(await collect(objects().pipe(take(2)))).to.have.lengthOf(2);
      expect(requests).to.have.lengthOf(1);
    });

    it('law 3: readAhead brings the same', async () => {
      expect(idsOf(await collect(clientOf(scheme).objects({ readAhead: 1 })))).to.deep.equal(
        everything,
      );
    });

    it('law 4: a valve paces it', () => {
      const ready = new Subject<void>();
      const { objects, requests } = clientOf(scheme);
      const walk = objects({ valve: { ready } }).subscribe();
      expect(requests).to.have.lengthOf(0);
      ready.next();
      expect(requests).to.have.lengthOf(1);
      ready.next();
      expect(requests).to.have.lengthOf(2);
      walk.unsubscribe();
    });

    it('law 11: a page that fails is asked for again, and no other', async () => {
      const { objects, requests } = clientOf(scheme, (n) => (n === 2 ? say(503, {}) : undefined));
      expect(idsOf(await collect(objects()))).to.deep.equal(everything);
      expect(requests).to.have.lengthOf(pages + 1);
      expect(requests[2]).to.deep.equal(requests[1]);
    });

    it('law 12: a refused credential is refreshed, and the page asked for again', async () => {
      const { transport, requests } = serve(scheme, (n) => (n === 2 ? say(401, {}) : undefined));
      let asked = 0;
      const auth = bearer(() => of(`credential-${(asked += 1)}`));
      const walk = createClient({ transport, auth }).objects(
        scheme.endpoint,
        thingsBy(scheme.endpoint, Thing),
      );
      expect(idsOf(await collect(walk))).to.deep.equal(everything);
      expect(requests.map(({ headers }) => headers.authorization?.slice(-1))).to.deep.equal([
        '1',
        '1',
        '2',
        '2',
        '2',
      ]);
    });

    it('law 13: an expired token restarts the walk, and each key comes once', async () => {
      const { objects, requests } = clientOf(scheme, (n) => (n === 3 ? say(410, {}) : undefined));
      const walk = objects().pipe(retryExpired({ key: (object) => thingOf(object).id }));
      expect(idsOf(await collect(walk))).to.deep.equal(everything);
      expect(requests).to.have.lengthOf(3 + pages);
    });

    it('law 14: no error, event or inspection repeats a cursor', async () => {
      const { client, objects } = clientOf(scheme, (n, start) =>
        n > 1
          ? say(400, {
              errorName: `bad secret-cursor-${start ?? 0}`,
              parameters: { cursor: `secret-cursor-${size}` },
            })
          : undefined,
      );
      const events = gather(client.events);
      const end = leftOf((await collect(objects())).at(-1));
      const told = [
        explain(end),
        JSON.stringify(end),
        inspect(end, { depth: 9, showHidden: true }),
        JSON.stringify(events),
      ];
      if (!['byOffset', 'byPageNumber', 'byLastItem'].includes(scheme.name)) {
        expect(told.join()).to.not.include(`secret-cursor-${size}`);
      }
      expect(events.map(({ type }) => type)).to.deep.equal(['request', 'page', 'request', 'end']);
    });

    it('law 7: a walk that broke off goes on at its page', async () => {
      const broken = clientOf(scheme, (n) => (n === 3 ? say(400, {}) : undefined));
      const came = await collect(broken.objects());
      const start = resumeFrom(leftOf(came.at(-1)));
      const rest = clientOf(scheme);
      const ids = idsOf(await collect(rest.objects(O.toUndefined(start))));
      expect([...idsOf(came.slice(0, -1)), ...ids]).to.deep.equal(everything);
      expect(rest.requests[0]).to.deep.equal(broken.requests[2]);
    });

    it('law 20: a place is kept as a text, goes on there, and belongs to its request', async () => {
      const first = rightOf(await firstValueFrom(clientOf(scheme).walk()));
      const place = rightOf(Place.decode(Place.encode(first.place)));
      const rest = clientOf(scheme);
      const came = (await collect(rest.walk({ place }))).map(rightOf);
      expect(came.flatMap(({ data }) => idsOf(data))).to.deep.equal(everything.slice(size));
      expect(came.at(-1)?.place).to.include({ pages, objects: count, isLast: true });
      for (const other of schemes.filter(({ name }) => name !== scheme.name)) {
        const refused = clientOf(other);
        expect(explain(leftOf(await firstValueFrom(refused.walk({ place }))))).to.match(
          /^InvalidRequest: .*place /,
        );
        expect(refused.requests).to.have.lengthOf(0);
      }
    });

    it('laws 17 and 21: durable keeps its places', async () => {
      const { walk } = clientOf(scheme);
      const places = memoryPlaces();
      const seen: Array<number> = [];
      const run = durable({
        id: 'things',
        places,
        pages: (start) => walk(start),
        work: (page) => of(seen.push(page.data.length)),
      });
      const kept = await firstValueFrom(run.pipe(toArray()));
      expect(kept).to.have.lengthOf(pages);
      expect(seen).to.deep.equal([3, 3, 3, 1]);
    });

    it('law 2: request n + 1 differs from request 1 only where the cursor is', async () => {
      const { objects, requests } = clientOf(scheme);
      await collect(objects());
      const [first, ...rest] = requests;
      for (const { method } of rest) expect(method).to.equal(first?.method);
      expect(new Set(requests.map((request) => JSON.stringify(request))).size).to.equal(pages);
    });
  });
}
