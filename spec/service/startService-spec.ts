import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { TextObjects, type WalkError } from '../../src/index';
import { type ServedRequest, startService } from '../../src/service/index';
import { collect } from '../support/collect';
import { clientOf } from './support/library';
import {
  ask,
  idsIn,
  listPages,
  listUrl,
  searchInit,
  searchPages,
  searchUrl,
  tokenIn,
} from './support/plain';
import { things, withThings } from './support/things';
import { withService } from './support/withService';

const [number, string, boolean] = [t.number, t.string, t.boolean];

/** How many objects there are of each type, and what each of them has. */
const types: Readonly<Record<string, readonly [count: number, properties: t.Props]>> = {
  employee: [
    2_500,
    { id: number, name: string, team: string, active: boolean, salary: number, startDate: string },
  ],
  aircraft: [
    300,
    { id: number, tailNumber: string, model: string, seats: number, inService: boolean },
  ],
  person: [1_200, { id: number, name: TextObjects }],
  event: [12_000, { id: number, kind: string, employeeId: number, day: string }],
  team: [6, { id: string, floor: number }],
  repo: [2, { id: string, owner: string }],
  issue: [3_000, { id: number, repo: string, title: string, state: string, updated_at: string }],
  customer: [40, { id: string, name: string }],
  invoice: [1_000, { id: string, customer: string, amount: number, paid: boolean }],
};

describe('startService without options', () => {
  it('serves demo data on a free port of the loopback interface', () =>
    withService({}, async (service) => {
      expect(service.url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(service).to.include({
        ontologyRid: 'ri.ontology.main',
        apiFamily: 'demo',
        objectType: 'employee',
      });
      expect(service.store.objectTypes).to.deep.equal(Object.keys(types));
      expect((await listPages(service)()).body.data).to.have.lengthOf(100);
    }));

  it('lists and searches every type of it, typed, by the library', () =>
    withService({ maxPageSize: 1_000 }, async (service) => {
      const { ontologyRid, apiFamily } = service;
      const client = clientOf(service);
      for (const [objectType, [count, props]] of Object.entries(types)) {
        const properties = t.type(props);
        const listed = await collect(client.list({ ontologyRid, objectType, properties }));
        const searched = await collect(client.search({ apiFamily, objectType, properties }));
        expect(searched.filter(E.isRight)).to.have.lengthOf(count);
        expect(listed.filter(E.isRight)).to.have.lengthOf(Math.min(count, 10_000));
        const errors: ReadonlyArray<WalkError> = [...listed, ...searched]
          .filter(E.isLeft)
          .map(({ left }) => left);
        expect(errors.map(({ _tag }) => _tag)).to.deep.equal(
          count > 10_000 ? ['RetrievalLimitExceeded'] : [],
        );
      }
    }));

  it('serves the same data every time', () =>
    withService({}, (one) =>
      withService({}, (other) => {
        for (const type of one.store.objectTypes)
          expect(one.store.all(type)).to.deep.equal(other.store.all(type));
        return Promise.resolve();
      }),
    ));
});

describe('startService', () => {
  it('listens on the port that it is told', async () => {
    const { port } = await withService(withThings(1), ({ url }) => Promise.resolve(new URL(url)));
    await withService({ ...withThings(1), port: Number(port) }, async (service) => {
      expect(service.url).to.equal(`http://127.0.0.1:${port}`);
      expect((await ask(listUrl(service))).status).to.equal(200);
    });
  });

  it('says that a port is in use', () =>
    withService(withThings(1), async ({ url }) => {
      const port = Number(new URL(url).port);
      const error: unknown = await startService({ ...withThings(1), port }).catch(
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(Error);
      expect(error).to.have.property('code', 'EADDRINUSE');
      expect(error).to.have.property(
        'message',
        `port ${port} is in use; choose another one, or 0 for one that is free`,
      );
    }));

  it('serves what it is given under the names that it is given', async () => {
    const options = {
      objects: { a: things(1), b: things(2) },
      ontologyRid: 'ri.o',
      apiFamily: 'f',
      token: 't',
    };
    await withService(options, async (service) => {
      expect(service).to.include({
        ontologyRid: 'ri.o',
        apiFamily: 'f',
        token: 't',
        objectType: 'a',
      });
      const base = `${service.url}/api`;
      expect(idsIn(await ask(`${base}/v1/ontologies/ri.o/objects/b`))).to.deep.equal([1, 2]);
      const search = await ask(
        `${base}/f/v1/objects/types/b/search`,
        searchInit(service, { query: { type: 'empty' } }),
      );
      expect(idsIn(search)).to.deep.equal([1, 2]);
    });
  });

  it('is not moved by what happens later to the objects that it was given', async () => {
    const thing = [{ id: 1 }];
    await withService({ objects: { thing } }, async (service) => {
      thing.push({ id: 2 });
      expect(idsIn(await listPages(service)())).to.deep.equal([1]);
    });
  });

  it('tells of every exchange, without page tokens and credentials', async () => {
    const seen: Array<ServedRequest> = [];
    const options = {
      ...withThings(3),
      maxPageSize: 2,
      onRequest: (request: ServedRequest) => void seen.push(request),
    };
    await withService(options, async (service) => {
      await listPages(service)(tokenIn(await listPages(service)()));
      await searchPages(service)(tokenIn(await searchPages(service)()));
      await ask(searchUrl(service), { method: 'POST' });
      await fetch(listUrl(service), { method: 'OPTIONS' });
    });
    const list = '/api/v1/ontologies/ri.ontology.main/objects/thing';
    const search = '/api/demo/v1/objects/types/thing/search';
    expect(seen).to.deep.equal([
      { method: 'GET', path: list, status: 200, aborted: false },
      { method: 'GET', path: list, status: 200, aborted: false },
      { method: 'POST', path: search, status: 200, aborted: false },
      { method: 'POST', path: search, status: 200, aborted: false },
      { method: 'POST', path: search, status: 401, aborted: false },
      { method: 'OPTIONS', path: list, status: 204, aborted: false },
    ]);
  });
});
