import { type } from 'arktype';
import { expect } from 'chai';
import * as t from 'io-ts';
import * as v from 'valibot';
import { z } from 'zod';
import { createClient, endpoint } from '../../../src/index';
import { at, named, onePage } from '../../../src/paging/index';
import { memoryService } from '../../../src/testing/index';
import { collect } from '../../support/collect';
import { schemaOf } from '../../support/schemas';

type Field = Parameters<typeof named>[1];

/** What is sent for a field of this type, or the problem with it. */
const sent = async (field: Field, value: unknown, method: 'GET' | 'POST' = 'GET'): Promise<unknown> => {
  let request: unknown = 'nothing';
  const { transport } = memoryService({
    objects: { none: [] },
    routes: {
      [`${method} /all`]: ({ url, body = '' }) => {
        request = method === 'GET' ? url.slice('/all'.length) : body;
        return { body: { data: [] } };
      },
    },
  });
  const all = endpoint({
    name: 'all',
    method,
    path: '/all',
    fields: { state: field },
    items: at('data'),
    paging: onePage(),
  });
  const [end] = await collect(createClient({ transport }).objects(all, { state: value }));
  return end === undefined ? request : (end as { left: { problems: ReadonlyArray<unknown> } }).left.problems[0];
};

const state = (message: RegExp) => (problem: unknown) => {
  expect(problem).to.have.property('at', 'state');
  expect(problem).to.have.property('message').that.matches(message);
};

const order = z.object({ by: z.string(), desc: z.boolean().optional() });
const rows: ReadonlyArray<readonly [string, Field, unknown, unknown, 'POST'?]> = [
  ['zod', z.enum(['open', 'closed']), 'open', '?state=open'],
  ['zod, optional', z.string().optional(), undefined, ''],
  ['zod, a number', z.number().int(), 7, '?state=7'],
  ['zod, a list', z.array(z.string()), ['a', 'b'], '?state=a&state=b'],
  ['zod, a date', z.date(), new Date(0), '?state=%221970-01-01T00%3A00%3A00.000Z%22'],
  ['zod, an object in any order', order, { desc: true, by: 'id' }, '{"state":{"desc":true,"by":"id"}}', 'POST'],
  ['valibot', v.optional(v.picklist(['open', 'closed'])), 'closed', '?state=closed'],
  ['arktype', type("'open' | 'closed'"), 'open', '?state=open'],
  ['io-ts beside them', t.union([t.string, t.undefined]), 'x', '?state=x'],
  ['under another name', named('$state', z.string()), 'x', '?%24state=x'],
  ['zod, refused', z.enum(['open', 'closed']), 'gone', state(/^Invalid option: expected one of "open"\|"closed"$/)],
  ['valibot, refused', v.string(), 7, state(/^Invalid type: Expected string but received 7$/)],
  ['arktype, refused', type('string'), 7, state(/^must be a string \(was a number\)$/)],
  ['missing', z.string(), undefined, state(/expected string/)],
  [
    'a transform',
    z.string().transform((text) => text.length),
    'open',
    state(/^is changed by its schema, but is sent as it/),
  ],
  ['a default', z.string().default('open'), undefined, state(/^is changed by its schema/)],
  ['a date that moves', z.date().transform((date) => new Date(+date + 1)), new Date(0), state(/^is changed/)],
  [
    'a field that is left out',
    z.object({ a: z.string() }),
    { a: 'x', b: 1 },
    state(/^is changed by its schema/),
    'POST',
  ],
  ['a coercion that changes nothing', z.coerce.number(), 5, '?state=5'],
  ['a coercion', z.coerce.number(), '5', state(/^is changed by its schema/)],
  [
    'a schema that makes one wait',
    z.string().refine(() => Promise.resolve(true)),
    'x',
    state(/^made the schema wait$/),
  ],
  [
    'a schema that throws',
    schemaOf(() => {
      throw new Error('no');
    }),
    'x',
    state(/^made the schema throw$/),
  ],
];

describe('fields by a Standard Schema', () => {
  for (const [what, field, value, expected, method] of rows) {
    it(`${what}: ${JSON.stringify(value)}`, async () => {
      const result = await sent(field, value, method);
      if (typeof expected === 'function') (expected as (problem: unknown) => void)(result);
      else expect(result).to.equal(expected);
    });
  }
});
