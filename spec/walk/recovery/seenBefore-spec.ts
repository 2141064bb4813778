import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import fc from 'fast-check';
import { type WalkError, walkError } from '../../../src/model/errors/WalkError';
import { type Key, seenBefore } from '../../../src/walk/recovery/seenBefore';
import { heapUsed } from '../../support/cost/heap';
import { errorsAt } from '../../support/walkErrors';

const identity = <K extends Key>(key: K): K => key;

const complaint = (record: unknown, index = 0): WalkError =>
  walkError('InvalidObject', {
    page: 0,
    index,
    problems: [{ at: 'properties', message: 'is bad' }],
    record,
  });

describe('seenBefore', () => {
  describe('objects', () => {
    it('are told apart by the value and the type of their key', () => {
      const { isNewObject } = seenBefore(identity<Key>);
      const keys = ['1', 1, 1n, true, 'true', '', 0, false, Infinity];
      expect(keys.map(isNewObject)).to.deep.equal(keys.map(() => true));
      expect(keys.map(isNewObject)).to.deep.equal(keys.map(() => false));
    });

    it('law 13: of any walks, each key is new exactly once', () => {
      const walks = fc.array(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('0', '1'))),
      );
      fc.assert(
        fc.property(walks, (cut) => {
          const { isNewObject, beginAgain } = seenBefore(identity<Key>);
          const passed = cut.flatMap((walk) => {
            beginAgain();
            return walk.filter(isNewObject);
          });
          expect(passed).to.deep.equal([...new Set(cut.flat())]);
        }),
      );
    });
  });

  it('a key that tells nothing apart is an error that says so', () => {
    const values = [undefined, null, NaN, { id: 1 }, [1], new Date(0), () => 1, Symbol('x')];
    const found = ['undefined', 'null', 'NaN', 'object', 'object', 'object', 'function', 'symbol'];
    values.forEach((key, index) => {
      const { isNewObject } = seenBefore(() => key as unknown as string);
      expect(() => isNewObject({})).to.throw(TypeError, new RegExp(`^key .*${found[index]}$`));
    });
  });

  describe('complaints', () => {
    it('for any walks: of each record, as many as the walk that brought most of it', () => {
      const walks = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }), {
        maxLength: 5,
      });
      fc.assert(
        fc.property(walks, (cut) => {
          const { isNewComplaint, beginAgain } = seenBefore(identity<Key>);
          const passed = cut.flatMap((walk) => {
            beginAgain();
            return walk.filter((record) => isNewComplaint(complaint(record)));
          });
          const countIn = (list: ReadonlyArray<string>, of: string) =>
            list.filter((record) => record === of).length;
          for (const record of ['a', 'b', 'c']) {
            const most = Math.max(0, ...cut.map((walk) => countIn(walk, record)));
            expect(countIn(passed, record)).to.equal(most);
          }
        }),
      );
    });

    it('law 31: are remembered in little memory, however large the records are', () => {
      const { isNewComplaint, beginAgain } = seenBefore(identity<Key>);
      const walk = (): number =>
        Array.from({ length: 10_000 }, (_, id) =>
          isNewComplaint(complaint({ id, text: `${id}`.padEnd(4_000) })),
        ).filter(Boolean).length;
      const before = heapUsed();
      expect(walk()).to.equal(10_000);
      expect((heapUsed() - before) / 1e6).to.be.below(5);
      beginAgain();
      expect(walk()).to.equal(0);
    });

    it('about what cannot be written down are made again rather than lost', () => {
      const cyclic: Record<string, unknown> = {};
      cyclic.self = cyclic;
      const { isNewComplaint, beginAgain } = seenBefore(identity<Key>);
      for (const record of [1n, cyclic]) {
        expect(isNewComplaint(complaint(record))).to.equal(true);
        beginAgain();
        expect(isNewComplaint(complaint(record))).to.equal(true);
      }
    });

    it('about a record that is missing are complaints too', () => {
      const { isNewComplaint, beginAgain } = seenBefore(identity<Key>);
      expect(isNewComplaint(complaint(undefined))).to.equal(true);
      beginAgain();
      expect(isNewComplaint(complaint(undefined))).to.equal(false);
    });

    it('every other error is new each time', () => {
      const { isNewComplaint } = seenBefore(identity<Key>);
      for (const error of Object.values(errorsAt(O.none))) {
        if (error._tag === 'InvalidObject') continue;
        expect([isNewComplaint(error), isNewComplaint(error)]).to.deep.equal([true, true]);
      }
    });
  });
});
