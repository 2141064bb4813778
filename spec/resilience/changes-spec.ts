import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { WalkError } from '../../src/index';
import type { Properties, Service } from '../../src/service/index';
import { ids, withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { collect } from '../support/collect';
import { clientOf, walkOf } from './support/faultyWalk';
import { restartable } from './support/restartable';

type Change = (service: Service) => void;

const insert =
  (id: number, index?: number): Change =>
  ({ store, objectType }) => {
    store.insert(objectType, { id }, index);
  };

const remove =
  (...gone: ReadonlyArray<number>): Change =>
  ({ store, objectType }) =>
    void store.delete(objectType, ({ id }) => gone.includes(id as number));

const rename =
  (id: number, name: string): Change =>
  ({ store, objectType }) =>
    void store.update(
      objectType,
      (properties) => properties.id === id,
      (properties) => ({ ...properties, name }),
    );

/** Lists eight things, two to a page; after so many objects the token expires, and the store changes before the restart. */
const walkWith = (
  paging: { readonly snapshot: boolean },
  expiresAfter: number,
  ...changes: ReadonlyArray<Change>
): Promise<ReadonlyArray<E.Either<WalkError, { readonly properties: Properties }>>> =>
  withService({ ...withThings(8), maxPageSize: 2 }, async (service) => {
    const client = clientOf(service);
    let objects = 0;
    client.events.subscribe((event) => {
      if (event.type === 'page') objects += event.objects;
      if (event.type === 'page' && objects === expiresAfter) service.setFaults([{ type: 'expire-token', ms: 0 }]);
      if (event.type !== 'restart') return;
      service.setFaults([]);
      for (const change of changes) change(service);
    });
    return collect(walkOf('list', client, service, paging).pipe(restartable()));
  });

const propertiesIn = (
  results: ReadonlyArray<E.Either<WalkError, { readonly properties: Properties }>>,
): ReadonlyArray<Properties> => results.filter(E.isRight).map(({ right }) => right.properties);

const idsOf = (results: Parameters<typeof propertiesIn>[0]): ReadonlyArray<unknown> =>
  propertiesIn(results).map(({ id }) => id);

describe('law 13: data that changes between restarts, over HTTP', () => {
  for (const snapshot of [true, false]) {
    const paging = { snapshot };
    const how = snapshot ? 'snapshot' : 'default paging';

    it(`${how}: what is inserted comes too, wherever it stands`, async () => {
      const results = await walkWith(paging, 4, insert(100, 0), insert(101, 3), insert(102));
      expect(idsOf(results)).to.deep.equal([1, 2, 3, 4, 100, 101, 5, 6, 7, 8, 102]);
      expect(results.every(E.isRight)).to.equal(true);
    });

    it(`${how}: what is deleted after it was read stays read, and nothing else is missing`, async () => {
      expect(idsOf(await walkWith(paging, 4, remove(1, 3)))).to.deep.equal(ids(1, 8));
    });

    it(`${how}: what is deleted before it was read does not come`, async () => {
      expect(idsOf(await walkWith(paging, 4, remove(4, 7)))).to.deep.equal([1, 2, 3, 4, 5, 6, 8]);
    });

    it(`${how}: an object is emitted as it was when it was first read`, async () => {
      const results = propertiesIn(await walkWith(paging, 4, rename(1, 'late'), rename(8, 'in time')));
      expect(results).to.deep.equal([...ids(1, 7).map((id) => ({ id })), { id: 8, name: 'in time' }]);
    });
  }

  /** Changes the store as soon as the first page has come. */
  const whileWalking = (snapshot: boolean, change: Change): Promise<ReadonlyArray<unknown>> =>
    withService({ ...withThings(8), maxPageSize: 2 }, async (service) => {
      const client = clientOf(service);
      client.events.subscribe((event) => {
        if (event.type === 'page' && event.page === 0) change(service);
      });
      return idsOf(await collect(walkOf('list', client, service, { snapshot }).pipe(restartable())));
    });

  it('snapshot: what changes while the walk is under way is not seen', async () => {
    expect(await whileWalking(true, insert(100, 0))).to.deep.equal(ids(1, 8));
    expect(await whileWalking(true, remove(1, 5))).to.deep.equal(ids(1, 8));
  });

  it('default paging: what moves down comes once, what moves up is missed, as the service skips it', async () => {
    expect(await whileWalking(false, insert(100, 0))).to.deep.equal(ids(1, 8));
    expect(await whileWalking(false, remove(1))).to.deep.equal([1, 2, 4, 5, 6, 7, 8]);
  });
});
