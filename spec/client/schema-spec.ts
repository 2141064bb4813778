import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { z } from 'zod';
import { createClient } from '../../src/index';
import { collect } from '../support/collect';
import { schemaOf, schemas } from '../support/schemas';
import { list, pagesOf, scriptedTransport } from '../support/scriptedTransport';
import { leftOf } from '../support/sides';
const record = (id: unknown, since: unknown = '2020-01-02') => ({
  properties: { id, job: { since } },
});
const ada = { properties: { id: 1, job: { since: new Date('2020-01-02') } } };

/** A client of a service that has these pages. */
const scripted = (...pages: ReadonlyArray<ReadonlyArray<unknown>>) => {
  const { transport, requests } = scriptedTransport(...pagesOf(pages));
  return { client: createClient({ transport }), requests };
};

describe('createClient with a Standard Schema', () => {
  for (const [library, schema] of Object.entries(schemas)) {
    it(`list reads objects with one of ${library}; a walk goes on after one that it refuses`, async () => {
      const { client } = scripted([record(1), record('x')], [record(1)]);
      const [first, second, third, ...more] = await collect(
        client.list<unknown>({ ...list, properties: schema }),
      );
      expect([first, third, ...more]).to.deep.equal([E.right(ada), E.right(ada)]);
      const error = leftOf(second);
      expect(error).to.include({ _tag: 'InvalidObject', page: 0, index: 1 });
      expect(error).to.have.deep.property('record', record('x'));
      expect(error).to.have.nested.property('problems[0].at', 'properties.id');
    });
  }

  const standard = schemaOf((value) => ({ value }))['~standard'];
  for (const [name, properties] of Object.entries({
    'an asynchronous schema of zod': z.unknown().refine(() => Promise.resolve(true)),
    'a schema that answers with a promise': schemaOf((value) => Promise.resolve({ value })),
    'a schema whose promise fails': schemaOf(() => Promise.reject(new Error('mine'))),
    'a number': 5,
    'a symbol': Symbol('zod'),
    null: null,
    'an object that is neither codec nor schema': { '~standard': null, parse: () => 1 },
    'a Standard Schema of another version': { '~standard': { ...standard, version: 2 } },
    'one without a version, though it has a decode': {
      '~standard': { ...standard, version: undefined },
      decode: E.right,
    },
    'one that cannot validate': { '~standard': { ...standard, validate: 'x' } },
  } as Record<string, unknown>)) {
    it(`${name} is InvalidRequest, and nothing is sent`, async () => {
      const { client, requests } = scripted([record(1)]);
      const walk = client.list<unknown>({ ...list, properties: properties as typeof schemas.zod });
      const [result, ...more] = await collect(walk);
      expect(leftOf(result)).to.deep.include({
        _tag: 'InvalidRequest',
        problems: [
          { at: 'properties', message: 'must be an io-ts codec or a synchronous Standard Schema' },
        ],
      });
      expect([more, requests]).to.deep.equal([[], []]);
    });
  }

  it('is tried once, with undefined, before anything is sent', async () => {
    const { client, requests } = scripted([record(1)], [record(2)]);
    const asked: Array<[unknown, number]> = [];
    const properties = schemaOf((value) => {
      asked.push([value, requests.length]);
      return { value };
    });
    await collect(client.list({ ...list, properties }));
    expect(asked).to.deep.equal([
      [undefined, 0],
      [record(1).properties, 1],
      [record(2).properties, 2],
    ]);
  });
});
