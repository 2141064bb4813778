import { expect } from 'chai';
import fc from 'fast-check';
import { defaultBounds, sketching } from '../../../src/cli/codec/sample';
import { anyObjects, hostileNames, reversed } from './support/anyObjects';
import { acceptor, type As, formats, printed } from './support/printed';

/** The expression that is the codec. */
const expression = (as: As, objects: ReadonlyArray<unknown>, wish: Parameters<typeof printed>[2] = {}): string =>
  /export const Thing = ([^]*?);\n\nexport type/.exec(printed(as, objects, wish))?.[1] ?? '';

/** The lines of the properties of the codec. */
const lines = (as: As, objects: ReadonlyArray<unknown>, wish: Parameters<typeof printed>[2] = {}) =>
  expression(as, objects, wish)
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim());

for (const as of formats) {
  describe(`a codec printed as ${as}`, () => {
    it('refuses none of the objects that it was made of, whatever they are', () => {
      fc.assert(
        fc.property(anyObjects, fc.boolean(), (objects, literals) => {
          const accepts = acceptor(as, printed(as, objects, { literals }));
          for (const object of objects) expect(accepts(object)).to.equal(true, JSON.stringify(object));
        }),
        { numRuns: 50 },
      );
    });

    it('refuses none of them where they are deeper, or more, than it looks into', () => {
      fc.assert(
        fc.property(anyObjects, fc.nat({ max: 20 }), fc.nat({ max: 3 }), (objects, shapes, depth) => {
          const accepts = acceptor(as, printed(as, objects, { bounds: { depth, shapes } }));
          for (const object of objects) expect(accepts(object)).to.equal(true, JSON.stringify(object));
        }),
        { numRuns: 50 },
      );
    });

    it('is the same text, whatever the order of objects and of their properties', () => {
      fc.assert(
        fc.property(anyObjects, fc.boolean(), fc.nat({ max: 20 }), (objects, literals, shapes) => {
          const wish = { literals, bounds: { depth: 3, shapes } };
          const text = printed(as, objects, wish);
          expect(printed(as, [...objects].reverse(), wish)).to.equal(text);
          expect(printed(as, objects.map(reversed), wish)).to.equal(text);
          expect(printed(as, [...objects.slice(1), ...objects.slice(0, 1)], wish)).to.equal(text);
        }),
        { numRuns: 50 },
      );
    });

    it('does not refuse an object for an optional property that every object inherits', () => {
      const inherited = hostileNames.filter((name) => name in {});
      expect(inherited).to.include.members(['__proto__', 'constructor', 'toString']);
      for (const name of inherited) {
        const objects = [Object.fromEntries([[name, 'own']]), { id: 1 }, { inner: Object.fromEntries([[name, {}]]) }];
        const accepts = acceptor(as, printed(as, [...objects, { inner: {} }], { literals: true }));
        for (const object of objects) expect(accepts(object)).to.equal(true, name);
        expect(accepts({ inner: {} })).to.equal(true, name);
      }
    });

    it('does not fall over an inherited name in an object that may be null', () => {
      const objects = [{ inner: { isPrototypeOf: 'a', id: 1 } }, { inner: null }];
      const accepts = acceptor(as, printed(as, objects, { literals: true }));
      expect([...objects, { inner: { isPrototypeOf: 'b', id: 1 } }].map(accepts)).to.deep.equal([true, true, false]);
    });

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
      for (const at of [null, {}, [], { x: '1' }]) expect(accepts({ id: 1, tags: [], at })).to.equal(false);
    });

    it('accepts a number that JSON can be read with but not written with', () => {
      const objects = [{ a: 1 }, { a: Infinity }, { a: -Infinity }];
      expect(objects.map(acceptor(as, printed(as, objects)))).to.deep.equal([true, true, true]);
    });

    it('looks no deeper than sixteen levels, however deep an object is', () => {
      let deep: unknown = 1;
      for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? { a: deep } : [deep];
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

describe('a codec printed as io-ts', () => {
  it('is a module with a codec and its type', () => {
    expect(printed('io-ts', [{ id: 1, name: 'Ada' }], { name: 'Person' })).to.equal(
      [
        '// Made of 1 object by pagewalk codec.',
        '// What one of them lacked is optional, what was null may be null.',
        "import * as t from 'io-ts';",
        '',
        'export const Person = t.type({',
        '  id: t.number, // integer',
        '  name: t.string,',
        '});',
        '',
        'export type Person = t.TypeOf<typeof Person>;',
        '',
      ].join('\n'),
    );
  });

  it('is printed without delay of objects and items that have no property in common', () => {
    const strangers = Array.from({ length: 20_000 }, (_, index) => ({ [`p${index}`]: index }));
    const { sketchOf } = sketching(defaultBounds);
    const begun = process.cpuUsage().user;
    expect(sketchOf([{ list: strangers }, ...strangers]).depth).to.equal(0);
    // Each put to all before it would take ten times as long.
    expect(process.cpuUsage().user - begun).to.be.below(3_000_000);
  });

  it('has a property optional where it was missing, and nullable where it was null', () => {
    expect(
      expression('io-ts', [
        { a: 'x', b: 'x', c: null },
        { a: null, c: null },
      ]),
    ).to.equal(
      't.intersection([\n' +
        '  t.type({\n    a: t.union([t.string, t.null]),\n    c: t.null,\n  }),\n' +
        '  t.partial({\n    b: t.string,\n  }),\n' +
        '])',
    );
    expect(expression('io-ts', [{ b: true }, {}])).to.equal('t.partial({\n  b: t.boolean,\n})');
  });

  it('has a union where types were mixed', () => {
    const objects = [{ a: 'x' }, { a: 1.5 }, { a: true }, { a: [] }, { a: {} }, { a: null }];
    expect(lines('io-ts', objects)).to.deep.equal([
      'a: t.union([t.string, t.number, t.boolean, t.null, t.UnknownArray, t.UnknownRecord]),',
    ]);
  });

  it('describes nested objects and arrays, empty ones too', () => {
    expect(lines('io-ts', [{ a: [], b: {}, c: [[1.5], ['x']], d: { e: { f: 'x' } } }])).to.deep.equal([
      'a: t.UnknownArray,',
      'b: t.UnknownRecord,',
      'c: t.array(t.array(t.union([t.string, t.number]))),',
      ...['d: t.type({', 'e: t.type({', 'f: t.string,', '}),', '}),'],
    ]);
  });

  it('names text objects of revision 2.0, and has their fields', () => {
    const objects = [{ name: [{ given: 'Ada', family: 'L' }] }, { name: [{ given: 'Ida' }] }];
    expect(lines('io-ts', objects).slice(0, 2)).to.deep.equal(['// text objects', 'name: t.array(']);
    expect(expression('io-ts', objects)).to.include('given: t.string').and.include('family: t.string');
  });

  it('names integers and dates in a comment, and has them as what they are', () => {
    const objects = [
      { i: 1, f: 1, d: '2024-02-29', at: '2024-02-29T12:00:00.5Z', n: '2024-02-29', l: [1], big: 2 ** 53 },
      { i: 2, f: 1.5, d: '1970-01-01', at: '2024-02-29T12:00+01:00', n: '2024-13-01', l: [2], big: 1 },
    ];
    expect(lines('io-ts', objects)).to.deep.equal([
      'at: t.string, // date-time',
      'big: t.number,',
      'd: t.string, // date',
      'f: t.number,',
      'i: t.number, // integer',
      'l: t.array(t.number), // integer items',
      'n: t.string,',
    ]);
  });

  it('has literals only on request, and only where there are few', () => {
    const many = Array.from({ length: 21 }, (_, index) => ({
      kind: index % 2 === 0 ? 'a' : 'b',
      id: `${index}`,
      on: true,
    }));
    expect(lines('io-ts', many)).to.deep.equal(['id: t.string,', 'kind: t.string,', 'on: t.boolean,']);
    expect(lines('io-ts', many, { literals: true })).to.deep.equal([
      'id: t.string,',
      "kind: t.union([t.literal('a'), t.literal('b')]),",
      'on: t.literal(true),',
    ]);
    expect(lines('io-ts', [{ a: 'x'.repeat(65), b: 0.5, c: [true, false] }], { literals: true })).to.deep.equal([
      'a: t.string,',
      'b: t.number,',
      'c: t.array(t.boolean),',
    ]);
  });

  it('has any property name as a key', () => {
    const names = ['a-b', 'class', '__proto__', 'constructor', "it's", '"', '🛩️', '\u2028', '*/', '1'];
    expect(lines('io-ts', [Object.fromEntries(names.map((name) => [name, true]))])).to.deep.equal([
      `'"': t.boolean,`,
      `'*/': t.boolean,`,
      `'1': t.boolean,`,
      `['__proto__']: t.boolean,`,
      `'a-b': t.boolean,`,
      `class: t.boolean,`,
      `constructor: t.boolean,`,
      `'it\\'s': t.boolean,`,
      `'\\u2028': t.boolean,`,
      `'🛩️': t.boolean,`,
    ]);
  });

  for (const [as, name, text] of [
    ['io-ts', 't', "import * as io from 'io-ts';"],
    ['io-ts', 'inherited', 'const inheritedValue = '],
    ['zod', 'z', "import { z as zod } from 'zod';"],
    ['zod', 'own', 'const ownOnly = '],
  ] as const) {
    it(`can be called ${name} as ${as}`, () => {
      expect(printed(as, [{ constructor: 1 }, {}], { name }))
        .to.include(text)
        .and.include(`export const ${name} = `);
    });
  }
});

describe('a codec printed as zod', () => {
  it('is a module with a schema and its type', () => {
    expect(
      printed('zod', [
        { id: 1, a: null, b: 'x' },
        { id: 2, a: 'x' },
        { id: 3, a: true },
      ]),
    ).to.equal(
      [
        '// Made of 3 objects by pagewalk codec.',
        '// What one of them lacked is optional, what was null may be null.',
        "import { z } from 'zod';",
        '',
        'export const Thing = z.object({',
        '  a: z.union([z.string(), z.boolean()]).nullable(),',
        '  b: z.string().optional(),',
        '  id: z.number(), // integer',
        '});',
        '',
        'export type Thing = z.infer<typeof Thing>;',
        '',
      ].join('\n'),
    );
  });

  it('leaves __proto__ out, as zod does', () => {
    expect(
      lines('zod', [
        Object.fromEntries([
          ['__proto__', 1],
          ['id', 1],
        ]),
      ]),
    ).to.deep.equal(['id: z.number(), // integer']);
  });
});

describe('a codec printed as json-schema', () => {
  it('is a JSON Schema', () => {
    const objects = [
      { id: 1, a: 'x', c: [{ d: 'x' }] },
      { id: 2, a: null, b: [1, 'x'], c: [] },
    ];
    expect(JSON.parse(printed('json-schema', objects))).to.deep.equal({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Thing',
      $comment: 'Made of 2 objects by pagewalk codec. What one of them lacked is optional, what was null may be null.',
      type: 'object',
      properties: {
        a: { type: ['string', 'null'] },
        b: { type: 'array', items: { type: ['string', 'number'] }, $comment: 'integer items' },
        c: {
          type: 'array',
          items: { type: 'object', properties: { d: { type: 'string' } }, required: ['d'] },
          $comment: 'text objects',
        },
        id: { type: 'number', $comment: 'integer' },
      },
      required: ['a', 'c', 'id'],
    });
  });

  it('has literals on request as one list', () => {
    const objects = [{ a: 'x' }, { a: 1 }, { a: null }];
    expect(JSON.parse(printed('json-schema', objects, { literals: true }))).to.deep.include({
      properties: { a: { anyOf: [{ enum: ['x', 1] }, { type: 'null' }], $comment: 'integer' } },
    });
  });
});
