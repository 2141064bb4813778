import { expect } from 'chai';
import fc from 'fast-check';
import * as t from 'io-ts';
import { passesThrough } from '../../src/model/passesThrough';
import { quickCheck } from '../../src/model/quickCheck';
import { anyCodecAndValues } from '../support/anyCodec';

const Employee = t.type({ id: t.number, name: t.string, active: t.boolean });
const ada = { id: 1, name: 'Ada', active: true };

const withKeys = (count: number, object: object): object => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index])),
  ...object,
});

describe('quickCheck', () => {
  it('accepts what the codec accepts', () => {
    for (const codec of [
      Employee,
      t.type({}),
      t.partial({ id: t.number, more: t.string }),
      t.intersection([Employee, t.partial({ more: t.string })]),
      t.type({ id: t.number, name: t.union([t.string, t.null]) }),
      t.UnknownRecord,
    ]) {
      expect(quickCheck(codec)(ada), codec.name).to.be.true;
    }
  });

  it('refuses what the codec refuses', () => {
    const Team = t.type({ boss: Employee, size: t.number });
    const check = quickCheck(Team);
    for (const value of [
      { boss: ada, size: '1' },
      { boss: { ...ada, active: 0 }, size: 1 },
      { boss: ada },
      ...[{}, [], [1], null, undefined, 'x', 5, true],
    ]) {
      expect(check(value)).to.be.false;
    }
    expect(check({ boss: ada, size: 1 })).to.be.true;
  });

  it('takes no array and no text for the object that has such keys', () => {
    const check = quickCheck(t.type({ 0: t.string, 1: t.string }));
    expect([{ 0: 'a', 1: 'b' }, ['a', 'b'], 'ab', null].map(check)).to.deep.equal([true, false, false, false]);
  });

  it('looks at the properties in any order, and at those that come and go', () => {
    const check = quickCheck(Employee);
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
    const check = quickCheck(Employee);
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
            expect(quickCheck(codec)(value), `${codec.name} ${text}`).to.equal(codec.is(value));
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
        const check = quickCheck(codec);
        try {
          Object.defineProperty(shared, 'id', { value, enumerable, configurable: true });
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

  it('says of any values, one after the other, what `is` says, for any codec that passes them through', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyCodecAndValues, ([codec, values]) => {
        fc.pre(passesThrough(codec));
        const check = quickCheck(codec);
        for (const value of values) {
          expect(check(value), `${codec.name} ${JSON.stringify(value)}`).to.equal(codec.is(value));
          if (check(value)) accepted += 1;
        }
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).to.be.greaterThan(1_000);
  });
});
