import { expect } from 'chai';
import fc from 'fast-check';
import { recordVersion } from '../../../src/model/records/recordVersion';
import { reversed } from './reversed';

/** A text that is the same for values that differ only in the order of fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
      : held,
  );

const json = fc.jsonValue({ maxDepth: 4 });

/** Values of which no two are alike, though many are written alike. */
const distinct: ReadonlyArray<readonly [what: string, value: unknown]> = [
  ['nothing', undefined],
  ['null', null],
  ['no number', NaN],
  ['zero', 0],
  ['one', 1],
  ['a little more', 1 + Number.EPSILON],
  ['one and a half', 1.5],
  ['one and a half, in thousandths', 1_500],
  ['three digits behind the point', 2_147_483.647],
  ['one more than that', 2_147_483.648],
  ['its thousandths', 2_147_483_648],
  ['the least above zero', 5e-324],
  ['one half below zero', -0.5],
  ['one below zero', -1],
  ['four', 4],
  ['three', 3],
  ['two to the 32nd', 2 ** 32],
  ['two to the 53rd', 2 ** 53],
  ['infinity', Infinity],
  ['one as a string', '1'],
  ['one as a bigint', 1n],
  ['a large bigint', 2n ** 64n],
  ['the next bigint', 2n ** 64n + 1n],
  ['yes', true],
  ['no', false],
  ['yes as a string', 'true'],
  ['null as a string', 'null'],
  ['an empty string', ''],
  ['a zero character', '\0'],
  ['two zero characters', '\0\0'],
  ['half a character', '\ud800'],
  ['an empty list', []],
  ['an empty object', {}],
  ['an empty Map', new Map()],
  ['a list of nothing', [undefined]],
  ['a list of an empty list', [[]]],
  ['a list of an empty object', [{}]],
  ['one and two', [1, 2]],
  ['two and one', [2, 1]],
  ['one and two as one string', ['1,2']],
  ['a field', { a: 1 }],
  ['the field as a string', { a: '1' }],
  ['another name', { b: 1 }],
  ['a field that is undefined', { a: undefined }],
  ['a field that is null', { a: null }],
  ['two fields', { a: 1, b: 2 }],
  ['their values exchanged', { a: 2, b: 1 }],
  ['a field of a field', { a: { b: 1 } }],
  ['the fields exchanged', { b: { a: 1 } }],
  ['a field whose name is both', { 'a.b': 1 }],
  ['names and values cut elsewhere', { ab: '1' }],
  ['a list in a field', { a: [1] }],
  ['an object like a list', { a: { 0: 1 } }],
  ['a Date', new Date(1)],
  ['the next millisecond', new Date(2)],
  ['a Date that is none', new Date(NaN)],
  ['a Date as a string', new Date(1).toISOString()],
  ['a Map', new Map([['a', 1]])],
  ['a Map with another value', new Map([['a', 2]])],
  ['a Map with another key', new Map([['b', 1]])],
  ['a Set', new Set([1, 2])],
  ['a larger Set', new Set([1, 2, 3])],
  ['a Set of pairs', new Set(['12', '34'].map((pair) => pair.split('')))],
  ['a Set of the pairs, exchanged', new Set(['14', '32'].map((pair) => pair.split('')))],
  ['a URL', new URL('https://a.example.com/')],
  ['another URL', new URL('https://b.example.com/')],
  ['bytes', new Uint8Array([1, 2])],
  ['other bytes', new Uint8Array([2, 1])],
  ['the bytes in a buffer', new Uint8Array([1, 2]).buffer],
  ['other bytes in a buffer', new Uint8Array([2, 1]).buffer],
  ['the bytes as one number', new Uint16Array([513])],
  ['the bytes, to be seen in any way', new DataView(new Uint8Array([1, 2]).buffer)],
  ['2 to the 53rd as a bigint', 9_007_199_254_740_992n],
  ['one more', 9_007_199_254_740_993n],
  ['its digits', '9007199254740993'],
];

describe('law 23: the default version of a record', () => {
  it('is a whole number of 53 bits', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(recordVersion(value)).to.satisfy(Number.isSafeInteger).and.to.be.at.least(0);
      }),
    );
    const versions = Array.from({ length: 1_000 }, (_, id) =>
      recordVersion({ properties: { id } }),
    );
    for (let bit = 0; bit < 53; bit += 1) {
      const set = versions.filter((version) => Math.floor(version / 2 ** bit) % 2 === 1).length;
      expect(set, `bit ${bit}`).to.be.within(400, 600);
    }
  });

  it('is the same whatever the order of the fields, at any depth', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(recordVersion(reversed(value))).to.equal(recordVersion(value));
      }),
    );
    expect(recordVersion(new Map([[{ a: 1, b: 2 }, 3]]))).to.equal(
      recordVersion(new Map([[{ b: 2, a: 1 }, 3]])),
    );
    expect(recordVersion(new Set([1, 2, 10]))).to.equal(recordVersion(new Set([10, 2, 1])));
    const mapOf = (names: string) => new Map(Array.from(names, (name) => [name, 1]));
    expect(recordVersion(mapOf('ab'))).to.equal(recordVersion(mapOf('ba')));
  });

  it('is another one for any two JSON values that differ', () =>
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(recordVersion(one) === recordVersion(other)).to.equal(
          canonical(one) === canonical(other),
        );
      }),
      { numRuns: 1_000 },
    ));

  it('is another one for values of any two kinds, alone and in a field', () => {
    const seen = new Map<number, string>();
    for (const [what, value] of distinct) {
      for (const [where, held] of [
        ['', value],
        [' in a field', { properties: value }],
        [' in a list', { properties: { list: [0, value] } }],
      ] as const) {
        const version = recordVersion(held);
        expect(seen.get(version), `${what}${where}`).to.equal(undefined);
        seen.set(version, what + where);
      }
    }
  });

  it('is not the sum of what each field changes, which the author of an object could solve for a collision', () => {
    const bits = (...on: ReadonlyArray<string>): bigint =>
      BigInt(
        recordVersion({
          properties: { a: on.includes('a'), b: on.includes('b'), c: on.includes('c') },
        }),
      );
    for (const [one, other] of ['ab', 'bc', 'ac'].map((pair) => pair.split('')) as Array<
      [string, string]
    >) {
      expect(bits(one, other)).to.not.equal(bits(one) ^ bits(other) ^ bits());
    }
  });

  it('takes -0 for 0, which it equals', () =>
    expect(recordVersion({ a: -0 })).to.equal(recordVersion({ a: 0 })));

  it('looks at fields of the record itself, not at inherited ones', () => {
    const bare = (fields: object): object => Object.assign(Object.create(null) as object, fields);
    const inheriting = Object.assign(Object.create(bare({ inherited: 1 })) as object, { own: 1 });
    expect(recordVersion(inheriting)).to.equal(recordVersion({ own: 1 }));
    expect(recordVersion(bare({ own: 1 }))).to.equal(recordVersion({ own: 1 }));
    expect(recordVersion(JSON.parse('{"__proto__":1}'))).to.not.equal(recordVersion({}));
  });

  describe('refuses what may change unseen, and says what to do:', () => {
    class Money {
      readonly currency = 'EUR';
      readonly #amount: number;
      constructor(amount: number) {
        this.#amount = amount;
      }
      get amount(): number {
        return this.#amount;
      }
    }
    class Tagged extends Map<string, number> {
      tag = 1;
    }
    class Line extends Array<number> {
      tag = 1;
    }
    for (const [what, value, name] of [
      ['an instance of a class with private state', new Money(1), 'Money'],
      ['an expression', /a/, 'RegExp'],
      ['an error', new TypeError('a'), 'TypeError'],
      ['a number that is an object', Object(1), 'Number'],
      ['a WeakMap', new WeakMap(), 'WeakMap'],
      ['a promise', Promise.resolve(), 'Promise'],
      ['a class that extends Map', new Tagged(), 'Tagged'],
      ['a class that extends Array', new Line(), 'Line'],
      ['a function', () => 1, 'function'],
      ['a symbol', Symbol('a'), 'symbol'],
    ] as const) {
      it(what, () => {
        for (const held of [value, { properties: { list: [value] } }]) {
          expect(() => recordVersion(held)).to.throw(
            TypeError,
            new RegExp(
              `^the default version cannot see what changes inside a ${name}: .*toJSON.*version of your own`,
            ),
          );
        }
      });
    }

    it('but not an instance that can write itself down', () => {
      class Amount extends Money {
        toJSON() {
          return this.amount;
        }
      }
      expect(recordVersion(new Amount(1))).to.equal(recordVersion(new Amount(1)));
      expect(recordVersion(new Amount(1))).to.not.equal(recordVersion(new Amount(2)));
    });
  });

  it('sees the innermost of 990 levels, and refuses more than 1,000', () => {
    const nested = (innermost: unknown, levels = 990): unknown =>
      Array.from({ length: levels }).reduce<unknown>(
        (inner, _, level) => (level % 2 ? [inner] : { inner }),
        innermost,
      );
    expect(recordVersion(nested(1))).to.not.equal(recordVersion(nested(2)));
    expect(recordVersion(nested(1))).to.equal(recordVersion(nested(1)));
    expect(() => recordVersion(nested(1, 100_000))).to.throw(
      TypeError,
      'nest more than 1000 levels deep',
    );
  });

  it('refuses a record that holds itself, near or far, in bounded time', () => {
    const near: Record<string, unknown> = { a: 1 };
    near.self = near;
    const far: Array<unknown> = [1, { deep: {} }];
    const last = Array.from({ length: 1_000 }).reduce<Array<unknown>>((list) => {
      const inner: Array<unknown> = ['x'];
      list.push(inner);
      return inner;
    }, far);
    last.push(far, far, { again: far });
    const jsonOfItself = { toJSON: () => jsonOfItself, self: {} };
    jsonOfItself.self = jsonOfItself;
    for (const record of [near, far, jsonOfItself]) {
      expect(() => recordVersion({ properties: record })).to.throw(
        TypeError,
        /^a record must not hold itself/,
      );
    }
  });

  it('is the same in every process: these numbers are kept in tables and files', () => {
    const record = {
      rid: 'ri.object.1',
      properties: {
        id: 1,
        name: 'Ada Lovelace',
        salary: 1.5,
        active: true,
        boss: null,
        tags: ['a', { b: '😀' }],
      },
    };
    expect(recordVersion(record)).to.equal(239805885949411);
    const decoded = {
      properties: {
        at: new Date(0),
        big: 2n ** 70n,
        map: new Map([['a', 1]]),
        set: new Set(['x', 'y']),
      },
    };
    expect(recordVersion(decoded)).to.equal(3826029401028308);
  });
});
