import { expect } from 'chai';
import { defaultBounds, sketching } from '../../../src/cli/codec/sample';
import { cost } from '../../support/cost';
import { expression, lines, printed } from './support/printed';

describe('a codec printed as io-ts', () => {
  it('is a module with a codec and its type', () => {
    expect(printed('io-ts', [{ id: 1, name: 'Ada' }], { name: 'Person' })).to.equal(
      [
        '// Generated from 1 object by pagewalk codec.',
        '// A property that one of them lacked is optional, one that was null may be null.',
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
    const sketch = sketching(defaultBounds);
    let depth: number | undefined;
    const draw = (): void => {
      ({ depth } = sketch([{ list: strangers }, ...strangers]));
    };
    // A hundred times of what it takes: each put to all before it would take far more.
    expect(cost(draw)).to.be.below(3_000);
    expect(depth).to.equal(0);
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
    const names = ['a-b', 'class', 'constructor', "it's", '"', '🛩️', '\u2028', '*/', '1'];
    expect(lines('io-ts', [Object.fromEntries(names.map((name) => [name, true]))])).to.deep.equal([
      `'"': t.boolean,`,
      `'*/': t.boolean,`,
      `'1': t.boolean,`,
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
    ['zod', 'z', "import * as zod from 'zod';"],
  ] as const) {
    it(`can be called ${name} as ${as}`, () => {
      expect(printed(as, [{ id: 1 }, {}], { name }))
        .to.include(text)
        .and.include(`export const ${name} = `);
    });
  }
});
