import { expect } from 'chai';
import fc from 'fast-check';
import { type } from 'arktype';
import * as t from 'io-ts';
import * as v from 'valibot';
import { z } from 'zod';
import type { Draft } from '../../../src/model/paging/draft';
import { type FieldPart, fieldWriter, writePart } from '../../../src/model/endpoints/fields';
import { anyText, anyWellFormedText } from '../../support/anyText';
import { createClient, endpoint } from '../../../src/index';
import { at, named, onePage } from '../../../src/paging/index';
import { memoryService } from '../../../src/testing/index';
import { collect } from '../../support/collect';
import { schemaOf } from '../../support/schemas';

const circular = (): unknown => {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
};

describe('writePart', () => {
  const written: ReadonlyArray<
    readonly [part: FieldPart, what: string, value: unknown, text: string]
  > = [
    ['query', 'a number', 1.5, 'x=1.5'],
    ['query', 'a bigint, in its digits', 9007199254740993n, 'x=9007199254740993'],
    ['query', 'false', false, 'x=false'],
    ['query', 'an array, as one part for each item', ['a', 2, true], 'x=a&x=2&x=true'],
    ['query', 'an empty array, as nothing', [], ''],
    ['query', 'an object, as its JSON', { a: 1n }, 'x=%7B%22a%22%3A1%7D'],
    ['query', 'an object among others', ['a', { a: 1 }], 'x=a&x=%7B%22a%22%3A1%7D'],
    ['query', 'undefined, as nothing', undefined, ''],
    ['body', 'a bigint, in its digits', { n: [9007199254740993n] }, '"x":{"n":[9007199254740993]}'],
    ['body', 'undefined, as nothing', undefined, ''],
  ];

  for (const [part, what, value, text] of written) {
    it(`writes in the ${part}: ${what}`, () => expect(writePart(part, 'x', value)).to.equal(text));
  }

  const refused: ReadonlyArray<readonly [part: FieldPart, what: string, value: unknown]> = [
    ['query', 'null', null],
    ['query', 'a function', () => 'a'],
    ['query', 'half a surrogate pair', 'a\udc00'],
    ['body', 'what goes round in a circle', circular()],
    ['body', 'a function', () => 'a'],
  ];

  for (const [part, what, value] of refused) {
    it(`throws at what cannot stand in the ${part}: ${what}`, () =>
      expect(() => writePart(part, 'x', value)).to.throw());
  }

  it('writes any name and text so that a query string reads them back', () =>
    fc.assert(
      fc.property(anyWellFormedText, anyWellFormedText, (name, text) => {
        expect([...new URLSearchParams(writePart('query', name, text))]).to.deep.equal([
          [name, text],
        ]);
      }),
    ));

  it('writes any name and value so that a JSON parser reads them back', () =>
    fc.assert(
      fc.property(anyText, fc.jsonValue({ noUnicodeString: false }), (name, value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        const body = JSON.parse(`{${writePart('body', name, value)}}`) as object;
        expect(Object.entries(body)).to.deep.equal([[name, expected]]);
      }),
    ));
});

describe('fieldWriter', () => {
  it('writes a field into a request: what is written again takes the place of what was there', () => {
    const draft: Draft = {
      method: 'GET',
      path: '/p',
      query: new Map([['a', 'a=1']]),
      body: new Map(),
      headers: {},
    };
    const write = fieldWriter('query', 'x');
    expect(write(draft, 1)).to.equal('x=1');
    expect(fieldWriter('query', 'y')(draft, undefined)).to.equal('');
    expect(write(draft, 2)).to.equal('x=2');
    expect([...draft.query]).to.deep.equal([
      ['a', 'a=1'],
      ['x', 'x=2'],
    ]);
  });
});

type Field = Parameters<typeof named>[1];

/** What is sent for a field of this type, or the problem with it. */
const sent = async (
  field: Field,
  value: unknown,
  method: 'GET' | 'POST' = 'GET',
): Promise<unknown> => {
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
  return end === undefined
    ? request
    : (end as { left: { problems: ReadonlyArray<unknown> } }).left.problems[0];
};

const state = (message: RegExp) => (problem: unknown) => {
  expect(problem).to.have.property('at', 'state');
  expect(problem).to.have.property('message').that.matches(message);
};

const order = z.object({ by: z.string(), desc: z.boolean().optional() });
const lengthOf = z.string().transform((text) => text.length);
const rows: ReadonlyArray<readonly [string, Field, unknown, unknown, 'POST'?]> = [
  ['zod', z.enum(['open', 'closed']), 'open', '?state=open'],
  ['zod, optional', z.string().optional(), undefined, ''],
  ['zod, a number', z.number().int(), 7, '?state=7'],
  ['zod, a list', z.array(z.string()), ['a', 'b'], '?state=a&state=b'],
  ['zod, a date', z.date(), new Date(0), '?state=%221970-01-01T00%3A00%3A00.000Z%22'],
  [
    'zod, an object in any order',
    order,
    { desc: true, by: 'id' },
    '{"state":{"desc":true,"by":"id"}}',
    'POST',
  ],
  ['valibot', v.optional(v.picklist(['open', 'closed'])), 'closed', '?state=closed'],
  ['arktype', type("'open' | 'closed'"), 'open', '?state=open'],
  ['io-ts beside them', t.union([t.string, t.undefined]), 'x', '?state=x'],
  ['under another name', named('$state', z.string()), 'x', '?%24state=x'],
  [
    'zod, refused',
    z.enum(['open', 'closed']),
    'gone',
    state(/^Invalid option: expected one of "open"\|"closed"$/),
  ],
  ['valibot, refused', v.string(), 7, state(/^Invalid type: Expected string but received 7$/)],
  ['arktype, refused', type('string'), 7, state(/^must be a string \(was a number\)$/)],
  [
    'refused without a word',
    schemaOf(() => ({ issues: [{ message: '' }] })),
    'x',
    state(/^was refused by/),
  ],
  ['missing', z.string(), undefined, state(/expected string/)],
  ['a transform', lengthOf, 'open', state(/^is changed by its schema, but is sent as it/)],
  ['a default', z.string().default('open'), undefined, state(/^is changed by its schema/)],
  [
    'a date that moves',
    z.date().transform((date) => new Date(+date + 1)),
    new Date(0),
    state(/^is changed/),
  ],
  [
    'a field that is left out',
    order,
    { by: 'x', b: 1 },
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
    schemaOf(() => expect.fail('no')),
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
