import { expect } from 'chai';
import fc from 'fast-check';
import * as t from 'io-ts';
import { isOwn } from '../../../src/model/records/passesThrough';
import { quickDecode, refused } from '../../../src/model/records/quickDecode';
import { anyCodecAndValues } from '../../support/anyCodec';
import { rightOf } from '../../support/sides';
import { DateFromString, Trim } from '../../support/transformingCodecs';

const Employee = t.type({ id: t.number, name: t.string, active: t.boolean });
const ada = { id: 1, name: 'Ada', active: true };

/** Whether a codec takes a value; of a codec that passes values through, what it takes is what came. */
const takes = (codec: t.Mixed): ((value: unknown) => boolean) => {
  const read = quickDecode(codec);
  return (value) => {
    const result = read(value);
    expect(result).to.be.oneOf([value, refused]);
    return result === value;
  };
};

const withKeys = (count: number, object: object): object => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index])),
  ...object,
});

describe('quickDecode', () => {
  it('takes no array and no text for the object that has such keys', () => {
    const check = takes(t.type({ 0: t.string, 1: t.string }));
    expect([{ 0: 'a', 1: 'b' }, ['a', 'b'], 'ab', null].map(check)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });

  it('looks at the properties in any order, and at those that come and go', () => {
    const check = takes(Employee);
    for (const value of [
      { active: true, name: 'Ada', id: 1 },
      { more: 1, id: 1, name: 'Ada', active: true },
      { id: 1, more: 1, name: 'Ada', active: true },
      ada,
    ]) {
      expect(check(value)).to.be.true;
      expect(check({ ...value, name: 5 })).to.be.false;
      expect(check({ ...value, name: undefined })).to.be.false;
    }
    expect(check({ id: 1, name: 'Ada', more: true })).to.be.false;
  });

  it('looks at objects of many more properties than it wants, and at others after them', () => {
    const check = takes(Employee);
    for (const value of [ada, withKeys(5, ada), withKeys(50, ada), withKeys(5_000, ada), ada]) {
      expect(check(value)).to.be.true;
      expect(check({ ...value, id: 'x' })).to.be.false;
    }
    expect(check(withKeys(5_000, {}))).to.be.false;
  });

  it('says what `is` says of names that objects inherit', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      for (const make of [t.type, t.partial] as ReadonlyArray<(props: t.Props) => t.Mixed>) {
        for (const part of [t.string, t.unknown]) {
          const codec = make({ [name]: part });
          for (const text of ['{}', `{"${name}":"x"}`, `{"${name}":1}`]) {
            const value: unknown = JSON.parse(text);
            expect(takes(codec)(value), `${codec.name} ${text}`).to.equal(codec.is(value));
          }
        }
      }
    }
  });

  it('says what `is` says where somebody has given a property to every object', () => {
    const shared = Object.prototype as { id?: unknown };
    const codec = t.type({ id: t.number });
    for (const enumerable of [true, false]) {
      for (const value of ['x', 5]) {
        const check = takes(codec);
        try {
          Object.defineProperty(shared, 'id', {
            value,
            enumerable,
            configurable: true,
            writable: true,
          });
          for (const object of [{}, { id: 7 }, { id: 'y' }, { name: 'z' }]) {
            // A wrong no is put right by decode; a wrong yes never is.
            if (enumerable || check(object)) expect(check(object)).to.equal(codec.is(object));
          }
        } finally {
          delete shared.id;
        }
      }
    }
  });

  describe('codecs that transform', () => {
    const dated = { id: 1, at: '2020-01-02', more: { at: '2021-01-02', tags: ['a'] } };
    const Dated = t.type({
      id: t.number,
      at: DateFromString,
      more: t.type({ at: DateFromString, tags: t.array(t.string) }),
    });

    it('makes a new object of one that changes, and leaves alone what does not', () => {
      const { more } = dated;
      const read = quickDecode(Dated)(dated) as typeof dated;
      expect(read).to.deep.equal(rightOf(Dated.decode(dated)));
      expect(dated.at).to.equal('2020-01-02');
      expect(dated.more).to.equal(more);
      expect(read.more.tags).to.equal(more.tags);
      const trimmed = { name: 'Ada', at: { name: 'x' } };
      expect(quickDecode(t.type({ name: Trim, at: t.type({ name: Trim }) }))(trimmed)).to.equal(
        trimmed,
      );
    });

    it('asks a codec that it does not know once, about its own value and where io-ts would ask it', () => {
      const asked: Array<
        readonly [value: unknown, path: ReadonlyArray<string>, within: ReadonlyArray<unknown>]
      > = [];
      const Spy = new t.Type<unknown>(
        'Spy',
        t.unknown.is,
        (u, c) => {
          asked.push([u, c.map(({ key }) => key), c.map(({ actual }) => actual)]);
          return t.success([u]);
        },
        t.identity,
      );
      const codec = t.type({ id: t.number, a: Spy, more: t.type({ b: Spy }), list: t.array(Spy) });
      const value = { id: 1, a: 'x', more: { b: 'y' }, list: ['z'] };
      const read = quickDecode(codec)(value);
      const quickly = asked.splice(0);
      expect(read).to.deep.equal(rightOf(codec.decode(value)));
      expect(quickly).to.deep.equal(asked);
      expect(asked).to.have.length(3);
    });

    it('looks at objects of many more properties than it wants, and at others after them', () => {
      const read = quickDecode(Dated);
      for (const value of [
        dated,
        withKeys(5, dated),
        withKeys(50, dated),
        withKeys(5_000, dated),
        dated,
      ]) {
        expect(read(value)).to.deep.equal(rightOf(Dated.decode(value)));
        expect(read({ ...value, at: 5 })).to.equal(refused);
      }
    });
  });

  it('reads any values, one after the other, as decode does, whatever the codec', () => {
    const counts = { same: 0, changed: 0, refused: 0, unknown: 0 };
    fc.assert(
      fc.property(anyCodecAndValues, ([codec, values]) => {
        const read = quickDecode(codec);
        for (const value of values) {
          const result = read(value);
          const plain = codec.decode(value) as t.Validation<unknown>;
          const said = `${codec.name} ${JSON.stringify(value)}`;
          if (plain._tag === 'Left') {
            expect(result, said).to.equal(refused);
            counts.refused += 1;
          } else if (result === refused) {
            // One that is not io-ts's own at its root may have a `decode` of its own: that is for `readRecord` to ask.
            expect(isOwn(codec), said).to.be.false;
            counts.unknown += 1;
          } else {
            expect(result, said).to.deep.equal(plain.right);
            if (plain.right === value) expect(result, said).to.equal(value);
            counts[plain.right === value ? 'same' : 'changed'] += 1;
          }
        }
      }),
      { numRuns: 5_000 },
    );
    for (const [what, count] of Object.entries(counts)) expect(count, what).to.be.greaterThan(500);
  });
});
