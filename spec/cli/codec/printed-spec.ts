import { expect } from 'chai';
import fc from 'fast-check';
import { defaultBounds, sketching } from '../../../src/cli/codec/sample';
import { expectLinear } from '../../support/cost/growth';
import { reversed } from '../../model/records/reversed';
import { anyObjects, hostileNames } from './support/anyObjects';
import { acceptor, formats, printed } from './support/printed';

for (const as of formats) {
  describe(`a codec printed as ${as}`, () => {
    it('refuses none of the objects that it was made of, whatever they are', () =>
      fc.assert(
        fc.property(anyObjects, fc.boolean(), (objects, literals) => {
          const accepts = acceptor(as, printed(as, objects, { literals }));
          for (const object of objects)
            expect(accepts(object)).to.equal(true, JSON.stringify(object));
        }),
        { numRuns: 50 },
      ));

    it('refuses none of them where they are deeper, or more, than it looks into', () =>
      fc.assert(
        fc.property(
          anyObjects,
          fc.nat({ max: 20 }),
          fc.nat({ max: 3 }),
          (objects, shapes, depth) => {
            const accepts = acceptor(as, printed(as, objects, { bounds: { depth, shapes } }));
            for (const object of objects)
              expect(accepts(object)).to.equal(true, JSON.stringify(object));
          },
        ),
        { numRuns: 50 },
      ));

    it('is the same text, whatever the order of objects and of their properties', () =>
      fc.assert(
        fc.property(anyObjects, fc.boolean(), fc.nat({ max: 20 }), (objects, literals, shapes) => {
          const wish = { literals, bounds: { depth: 3, shapes } };
          const text = printed(as, objects, wish);
          expect(printed(as, [...objects].reverse(), wish)).to.equal(text);
          expect(printed(as, objects.map(reversed), wish)).to.equal(text);
          expect(printed(as, [...objects.slice(1), ...objects.slice(0, 1)], wish)).to.equal(text);
        }),
        { numRuns: 50 },
      ));

    it('is the same text, however often an item of a list comes before the others', () =>
      fc.assert(
        fc.property(anyObjects, fc.boolean(), fc.nat({ max: 100 }), (objects, literals, times) => {
          const [first, ...others] = objects;
          const often = [...Array.from({ length: times + 1 }, () => first), ...others];
          if (first === undefined) return;
          expect(printed(as, [{ often }], { literals })).to.equal(
            printed(as, [{ often: objects }], { literals }),
          );
        }),
        { numRuns: 40 },
      ));

    it('says so where it has not looked into the objects themselves', () => {
      const said = 'were not looked into: too much in one, or a name of more than 200 characters';
      const wide = Object.fromEntries(
        Array.from({ length: 2_001 }, (_, index) => [`p${index}`, index]),
      );
      for (const object of [{ id: 1, ['x'.repeat(200_000)]: 1 }, wide]) {
        const text = printed(as, [object, { id: 2 }]);
        expect(text).to.include(said);
        expect(acceptor(as, text)(object)).to.equal(true);
      }
      expect(printed(as, [{ id: 2, inner: { ['x'.repeat(201)]: 1 } }])).not.to.include(said);
    });

    it('shows no name that nobody would give a property', () => {
      const long = 'x'.repeat(201);
      const objects = [
        { id: 1, inner: { [long]: 1 } },
        { id: 2, inner: { a: 1 } },
      ];
      const text = printed(as, objects);
      expect(text).to.not.include(long);
      expect(text).to.include('not looked into: too deep, or too much');
      for (const object of objects) expect(acceptor(as, text)(object)).to.equal(true);
      expect(printed(as, [{ [long.slice(1)]: 1 }])).to.include(long.slice(1));
    });

    it('does not refuse an object for an optional property that every object inherits', () => {
      const inherited = hostileNames.filter((name) => name in {});
      expect(inherited).to.include.members(['__proto__', 'constructor', 'toString']);
      for (const name of inherited) {
        const objects = [
          Object.fromEntries([[name, 'own']]),
          { id: 1 },
          { inner: Object.fromEntries([[name, {}]]) },
        ];
        const accepts = acceptor(as, printed(as, [...objects, { inner: {} }], { literals: true }));
        for (const object of objects) expect(accepts(object)).to.equal(true, name);
        expect(accepts({ inner: {} })).to.equal(true, name);
      }
    });

    it('describes a property that every object inherits where all objects have their own', () =>
      expect(printed(as, [Object.fromEntries([['constructor', 1]])])).to.match(/constructor["]?:/));

    it('refuses what none of the objects was', () => {
      const accepts = acceptor(
        as,
        printed(as, [
          { id: 1, tags: ['a'], at: { x: 1 } },
          { id: 2, tags: [], at: { x: 2 } },
        ]),
      );
      for (const other of [
        null,
        [],
        'a',
        {},
        { id: '1', tags: [], at: { x: 1 } },
        { id: 1, tags: [1], at: { x: 1 } },
      ]) {
        expect(accepts(other)).to.equal(false, JSON.stringify(other));
      }
      for (const at of [null, {}, [], { x: '1' }])
        expect(accepts({ id: 1, tags: [], at })).to.equal(false);
    });

    it('accepts a number that JSON can be read with but not written with', () => {
      const objects = [{ a: 1 }, { a: Infinity }, { a: -Infinity }];
      expect(objects.map(acceptor(as, printed(as, objects)))).to.deep.equal([true, true, true]);
    });

    it('looks no deeper than sixteen levels, however deep an object is', () => {
      let deep: unknown = 1;
      for (let level = 0; level < 100_000; level += 1)
        deep = level % 2 === 0 ? { a: deep } : [deep];
      const text = printed(as, [{ deep }]);
      expect(text).to.include('not looked into: too deep, or too much');
      expect(text.split('\n').length).to.be.below(100);
      expect(acceptor(as, text)({ deep })).to.be.true;
    });

    it('describes no more than two thousand properties, however many an object has', () => {
      const wide = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));
      const objects = [{ id: 1, wide: wide(50_000) }];
      const text = printed(as, objects);
      expect(text).to.include('not looked into: too deep, or too much').and.not.include('p49');
      expect(acceptor(as, text)(objects[0])).to.be.true;
      const all = printed(as, [wide(2_001)]);
      expect(all.split('\n').length).to.be.below(12);
      expect(acceptor(as, all)(wide(2_001))).to.be.true;
      expect(printed(as, [wide(1_999)])).to.include('p1998');
    });

    it('is the same text in any order where objects have more properties together than any of them alone', () => {
      const part = (from: number) =>
        Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`p${from + index}`, 1]));
      const [a, b, c, d] = [
        { deep: part(0), x: { y: {} } },
        { deep: part(900) },
        { deep: part(1_800) },
        { x: { y: { z: 1 } } },
      ];
      const text = printed(as, [a, b, c, d]);
      expect(text).to.include('not looked into').and.not.include('p17');
      for (const objects of [
        [d, c, b, a],
        [a, c, d, b],
        [b, d, a, c],
      ])
        expect(printed(as, objects)).to.equal(text);
      for (const object of [a, b, c, d]) expect(acceptor(as, text)(object)).to.be.true;
    });

    it('holds no value of an object, unless literals are asked for', () => {
      const objects = [{ name: 'Ada Lovelace', born: '1815-12-10', pin: 4711, notes: ['secret'] }];
      expect(printed(as, objects)).to.not.match(/Ada|1815|4711|secret/);
      expect(printed(as, objects, { literals: true })).to.match(/Ada[^]*secret|secret[^]*Ada/);
    });

    it('has no character that breaks a line, cannot be seen, or turns text around', () => {
      const objects = [Object.fromEntries(hostileNames.map((name) => [name, name]))];
      const text = printed(as, objects, { literals: true });
      expect(text).to.not.match(/[^\n\P{Cc}]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(acceptor(as, text)(objects[0])).to.be.true;
    });
  });
}

describe('a codec', () => {
  it('takes at most eight times as long for four times as many objects and items that have no property in common', () => {
    const draw = (count: number) => {
      const strangers = Array.from({ length: count }, (_, index) => ({ [`p${index}`]: index }));
      return () => sketching(defaultBounds)([{ list: strangers }, ...strangers]).depth;
    };
    expect(draw(20_000)()).to.equal(0);
    expectLinear((times) => draw(5_000 * times));
  });

  for (const [as, name, text] of [
    ['io-ts', 't', "import * as io from 'io-ts';"],
    ['zod', 'z', "import * as zod from 'zod';"],
  ] as const) {
    it(`can be called ${name} as ${as}`, () =>
      expect(printed(as, [{ id: 1 }, {}], { name }))
        .to.include(text)
        .and.include(`export const ${name} = `));
  }

  it('law 28: of large integers is the same text whatever the order of the objects', () => {
    const objects = [{ a: 1 }, { a: 2n ** 53n + 1n }, { a: 2n ** 64n }, { a: 0.5 }, { a: null }];
    for (const as of ['io-ts', 'zod'] as const) {
      expect(printed(as, objects)).to.equal(printed(as, [...objects].reverse()));
    }
  });
});
