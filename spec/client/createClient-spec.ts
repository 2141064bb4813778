import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { asapScheduler, EMPTY, observeOn, of, take, tap, throwError } from 'rxjs';
import { createClient, explain, resumeFrom } from '../../src/index';
import type { Auth, ClientConfig, listObjects, Transport } from '../../src/index';
import { collect } from '../support/collect';
import { token } from '../support/pages';
import { list, ok, pagesOf, record, scriptedTransport } from '../support/scriptedTransport';
import { leftOf } from '../support/sides';

const search = { apiFamily: 'demo', objectType: 'person' };

describe('createClient', () => {
  it('list (seed 4.2) reads every object of every page', async () => {
    const { transport, requests } = scriptedTransport(
      ...pagesOf([[record(1), record(2)], [record(3)]]),
    );
    const objects = await collect(createClient({ transport }).list(list));
    expect(objects).to.deep.equal([E.right(record(1)), E.right(record(2)), E.right(record(3))]);
    const purpose = {
      endpoint: '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
      path: '/api/v1/ontologies/ri.o/objects/employee',
      event: undefined,
    };
    expect(requests).to.deep.equal([
      {
        purpose,
        method: 'GET',
        url: '/api/v1/ontologies/ri.o/objects/employee',
        headers: { accept: 'application/json' },
      },
      {
        purpose,
        method: 'GET',
        url: '/api/v1/ontologies/ri.o/objects/employee?pageToken=token-1',
        headers: { accept: 'application/json' },
      },
    ]);
  });

  it('reads an object when it is its turn, and none that nobody waits for', async () => {
    const read: Array<unknown> = [];
    const Watched = new t.Type<unknown>(
      'Watched',
      t.unknown.is,
      (u) => {
        read.push(u);
        return t.success(u);
      },
      t.identity,
    );
    const { transport } = scriptedTransport(...pagesOf([[record(1), record(2), record(3)]]));
    const walk = createClient({ transport }).list({ ...list, properties: Watched });
    expect(await collect(walk.pipe(take(2)))).to.have.lengthOf(2);
    expect(read).to.have.lengthOf(2);
  });

  it('for any objects cut into any pages: exactly those objects in their order, one request a page', async () => {
    const pages = fc.array(fc.array(fc.jsonValue().map(record), { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 8,
    });
    const tokens = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        pages,
        tokens,
        fc.boolean(),
        fc.boolean(),
        async (cut, names, posts, later) => {
          const script = pagesOf(cut, (index) => names[index - 1] ?? '').map((page) =>
            later ? of(page).pipe(observeOn(asapScheduler)) : page,
          );
          const { transport, requests } = scriptedTransport(...script);
          // A double of any size may be written in digits, and is compared with what JSON.parse reads.
          const client = createClient({ transport, numbers: 'double' });
          const objects = await collect(posts ? client.search(search) : client.list(list));
          expect(objects).to.deep.equal(JSON.parse(JSON.stringify(cut.flat().map(E.right))));
          expect(requests).to.have.length(cut.length);
        },
      ),
    );
  });

  it('law 1: params that are frozen will do, and what is done to them later changes nothing', async () => {
    const { transport, requests } = scriptedTransport(...pagesOf([[record(1)], [record(2)]]));
    const query = { type: 'eq', value: 1 };
    const params = Object.freeze({ ...search, query });
    const walk = createClient({ transport }).search(params);
    query.value = 2;
    await collect(walk);
    expect(
      requests.every(({ body }) => body?.startsWith('{"query":{"type":"eq","value":1}')),
    ).to.equal(true);
  });

  describe('law 5: whatever a transport does, the walk ends with one Left', () => {
    for (const [what, source, failure] of [
      ['completes without a response', EMPTY, { reason: 'no response came' }],
      [
        'errors',
        throwError(() => new Error('broken')),
        { reason: 'transport threw Error: broken', permanent: true },
      ],
      [
        'errors without a text',
        throwError(() =>
          Object.defineProperty(new Error(), 'message', { get: () => expect.fail('read') }),
        ),
        { reason: 'transport threw Error', permanent: true },
      ],
      [
        'gives an Error',
        of(E.left(Error('no') as never)),
        { reason: 'transport threw Error: no', permanent: true },
      ],
    ] as const) {
      it(`a transport that ${what}`, async () => {
        const { transport } = scriptedTransport(...pagesOf([[record(1)], []]).slice(0, 1), source);
        const results = await collect(createClient({ transport, retry: false }).list(list));
        const progress = { pages: 1, objects: 1, attempts: 1 };
        expect(results).to.deep.equal([
          E.right(record(1)),
          E.left({ _tag: 'NetworkFailure', ...failure, progress }),
        ]);
        expect(resumeFrom(leftOf(results.at(-1)))).to.deep.equal(O.some({ pageToken: 'token-1' }));
      });
    }

    it('a transport that emits nothing of use, or throws what is no error', async () => {
      for (const transport of [
        () => of(undefined),
        () => throwError(() => Object.create(null) as unknown),
      ]) {
        const client = createClient({ transport: transport as unknown as Transport, retry: false });
        expect(leftOf((await collect(client.list(list))).at(-1))).to.have.property(
          '_tag',
          'NetworkFailure',
        );
      }
    });

    for (const body of [{ data: [] }, undefined, null, 7, ['{"data":[]}']]) {
      for (const status of [200, 204, 404, 401, 503]) {
        it(`a transport whose response of ${status} has a body that is ${JSON.stringify(body)}`, async () => {
          const response = { status, headers: {}, body };
          const transport = (() => of(E.right(response))) as unknown as Transport;
          const error = leftOf(
            (await collect(createClient({ transport, retry: false }).list(list))).at(-1),
          );
          const kind = body === null ? 'null' : Array.isArray(body) ? 'array' : typeof body;
          expect(error).to.deep.include({
            _tag: 'InvalidEnvelope',
            problems: [
              {
                at: 'the body',
                message: `must be a string, the text of the response as it came, but the transport gave ${kind}`,
              },
            ],
          });
        });
      }
    }

    it('a transport that emits more than once counts once, and is left at once', async () => {
      let given = 0;
      const answers = of(ok({ data: [record(1)] }), ok({ data: [record(2)] })).pipe(
        tap(() => (given += 1)),
      );
      const { transport } = scriptedTransport(answers);
      expect(await collect(createClient({ transport }).list(list))).to.deep.equal([
        E.right(record(1)),
      ]);
      expect(given).to.equal(1);
    });
  });

  describe('bad params', () => {
    it('are one Left that names every problem, and nothing is sent', async () => {
      const { transport, requests } = scriptedTransport();
      const results = await collect(
        createClient({ transport }).list({
          ontologyRid: '..',
          objectType: '',
          pageSize: 0.5,
          pageToken: token(''),
        }),
      );
      expect(results).to.have.length(1);
      expect(explain(leftOf(results.at(-1)))).to.equal(
        "InvalidRequest: nothing was sent: ontologyRid must not be '..'; objectType must not be empty; " +
          'pageSize must be a whole number, at least 1; pageToken must be a non-empty token',
      );
      expect(requests).to.deep.equal([]);
    });

    it('no params at all are refused like any others', async () => {
      const { transport } = scriptedTransport();
      const [left] = await collect(
        createClient({ transport }).list(undefined as unknown as typeof list),
      );
      expect(left).to.have.nested.property('left._tag', 'InvalidRequest');
    });
  });

  it('refuses a config without a transport at once', () => {
    expect(() => createClient({} as ClientConfig)).to.throw(TypeError, 'needs a transport');
    const transport: Transport = () => EMPTY;
    expect(() => createClient({ transport, auth: 'secret' as unknown as Auth })).to.throw(
      TypeError,
      'bearer',
    );
    for (const odd of [
      5,
      undefined,
      null,
      'listObjects',
      {},
      { method: 'GET', path: '/described' },
    ]) {
      const wrong = odd as typeof listObjects;
      expect(() => createClient({ transport }).objects(wrong, list)).to.throw(
        TypeError,
        'needs an endpoint',
      );
      expect(() => createClient({ transport }).pages(wrong, list)).to.throw(
        TypeError,
        'needs an endpoint',
      );
    }
  });
});
