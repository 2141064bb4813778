import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { inspect } from 'node:util';
import { serialize } from 'node:v8';
import { cloneOf, frameCodec } from '../../src/node/frameCodec';
import { resumeFrom, type WalkError } from '../../src/index';
import { token } from '../support/pages';
import { errorsAt } from '../support/walkErrors';
import { tooDeep } from './support/tooDeep';

class Money {
  readonly currency = 'EUR';
  constructor(readonly amount: number) {}
  get text(): string {
    return `${this.amount} ${this.currency}`;
  }
}

interface Cycle {
  self?: Cycle;
  list?: ReadonlyArray<Cycle>;
}
const cyclic: Cycle = {};
cyclic.self = cyclic;
cyclic.list = [cyclic];
const shared = { deep: [1] };

/** What is not among the values that a property draws below. */
const zoo: ReadonlyArray<unknown> = [
  Infinity,
  new Date(NaN),
  '\ud800 and \udfff, alone and swapped \udfff\ud800',
  'ÿ only one byte',
  '€ two bytes',
  /a+/giu,
  new Map<unknown, unknown>([[{ key: 1 }, new Set([1, [2]])]]),
  new BigInt64Array([1n, -1n]),
  new DataView(new ArrayBuffer(3), 1),
  new Uint16Array(new Uint16Array([1, 2, 3, 4]).buffer, 2, 2),
  new ArrayBuffer(5),
  Buffer.from('a buffer comes out as the bytes it is'),
  Object.assign([1], { named: 2 }),
  /b/.exec('abc'),
  JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"2":"b","1":"a"}'),
  Object.create(null, { kept: { value: 1, enumerable: true }, hidden: { value: 2 } }),
  {
    [Symbol('dropped')]: 1,
    get read() {
      return 'its value';
    },
  },
  new Money(3),
  new RangeError('with a cause', { cause: { code: 7 } }),
  Object.freeze({ frozen: true }),
  cyclic,
  { one: shared, other: shared },
  E.right({ properties: { id: 1 } }),
  E.left('no'),
  O.some(undefined),
  O.none,
];

const uncloneable: ReadonlyArray<readonly [string, unknown]> = [
  ['a function', () => 1],
  ['a method', { run: () => 1 }],
  ['a symbol', [Symbol('x')]],
  ['a promise', { later: Promise.resolve() }],
  ['a weak map', new WeakMap()],
  ['a proxy', new Proxy({}, {})],
  [
    'a getter that throws',
    {
      get progress() {
        throw new Error('boom');
      },
    },
  ],
];

/** All that structured clone can tell of a value: -0 from 0, a hole from undefined, one object twice from two alike. */
const told = (value: unknown): string => serialize(value).toString('latin1');

const throughFrame = <T>(value: T): T => {
  const codec = frameCodec<T>();
  return codec.decode(codec.encode(value));
};

const ways = { cloneOf, 'a frame': throughFrame };

for (const [way, copy] of Object.entries(ways)) {
  describe(`a value through ${way}`, () => {
    for (const value of zoo) {
      it(`is what structured clone makes of ${inspect(value, { breakLength: Infinity }).slice(0, 60)}`, () =>
        expect(told(copy(value))).to.equal(told(structuredClone(value))));
    }

    it('is what structured clone makes of anything', () =>
      fc.assert(
        fc.property(
          fc.anything({
            withBigInt: true,
            withBoxedValues: true,
            withDate: true,
            withMap: true,
            withNullPrototype: true,
            withSet: true,
            withSparseArray: true,
            withTypedArray: true,
            stringUnit: 'binary',
          }),
          (value) => {
            expect(told(copy(value))).to.equal(told(structuredClone(value)));
          },
        ),
      ));

    it('is a plain object if it was an instance of a class', () =>
      expect(Object.getPrototypeOf(copy(new Money(3)))).to.equal(Object.prototype));

    for (const [what, value] of uncloneable) {
      it(`is refused if it holds ${what}`, () =>
        expect(() => copy(value)).to.throw(
          TypeError,
          /^spool: a value cannot be copied.*map it to plain data/,
        ));
    }

    it('is refused if it is nested too deeply', () =>
      expect(() => copy(tooDeep())).to.throw(TypeError, /^spool: a value cannot be copied/));

    it('may be a Blob, which no file can hold', async () => {
      expect(await copy(new Blob(['text'])).text()).to.equal('text');
    });

    it('may hold a Blob anywhere', async () => {
      const out = copy({ list: [new Map([['blob', new Blob(['text'])]])] });
      expect(await out.list[0]?.get('blob')?.text()).to.equal('text');
    });

    it('shares nothing with what went in', () => {
      const value = { list: [1], bytes: new Uint8Array([1]) };
      const out = copy(value);
      value.list.push(2);
      value.bytes[0] = 2;
      expect(out).to.deep.equal({ list: [1], bytes: new Uint8Array([1]) });
    });

    for (const [tag, error] of Object.entries(errorsAt(O.some(token('v1.next'))))) {
      it(`still knows where to go on: ${tag}`, () => {
        expect(resumeFrom(copy<WalkError>(error))).to.deep.equal(resumeFrom(error));
        const out = copy<E.Either<WalkError, never>>(E.left(error));
        expect(E.isLeft(out) && resumeFrom(out.left)).to.deep.equal(resumeFrom(error));
        expect(out).to.deep.equal(E.left(error));
      });
    }
  });
}

describe('frameCodec', () => {
  it('keeps the order of what is in frames and of what waits in memory', async () => {
    const codec = frameCodec<unknown>();
    const frames = ['a', new Blob(['b']), 'c', new Blob(['d'])].map((value) => codec.encode(value));
    const values = frames.map((frame) => codec.decode(frame));
    const texts = values.map((value) => (value instanceof Blob ? value.text() : value));
    expect(await Promise.all(texts)).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('law 14: writes no page token', () => {
    const error = errorsAt(O.some(token('v1.secret'))).TimedOut;
    expect(frameCodec().encode(E.left(error))).to.have.length(0);
  });

  it('gives values that do not depend on the bytes they were read from', () => {
    const codec = frameCodec<Uint8Array>();
    const bytes = Buffer.from(codec.encode(new Uint8Array([1, 2, 3])));
    const out = codec.decode(bytes);
    bytes.fill(0);
    expect([...out]).to.deep.equal([1, 2, 3]);
  });
});
