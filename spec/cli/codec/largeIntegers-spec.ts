import { expect } from 'chai';
import { expression, lines, printed } from './support/printed';

const large = 2n ** 53n + 1n;
const note = ' // large integer: read it with numbers: exactNumbers';

describe('law 28: a codec of integers that are not safe', () => {
  it('reads them by Int64, which reads small ones too', () => {
    expect(printed('io-ts', [{ id: 1 }, { id: large }])).to.equal(
      [
        '// Generated from 2 objects by pagewalk codec.',
        '// A property that one of them lacked is optional, one that was null may be null.',
        "import * as t from 'io-ts';",
        "import { Int64 } from 'pagewalk';",
        '',
        'export const Thing = t.type({',
        `  id: Int64,${note}`,
        '});',
        '',
        'export type Thing = t.TypeOf<typeof Thing>;',
        '',
      ].join('\n'),
    );
    expect(printed('io-ts', [{ id: 1 }])).to.not.include('Int64');
    expect(printed('io-ts', [{ id: large }], { name: 'Int64' })).to.include(
      "import { Int64 as Integer } from 'pagewalk'",
    );
  });

  it('has other numbers beside them, and larger integers as bigints', () => {
    expect(lines('io-ts', [{ a: 1.5 }, { a: large }, { a: 'x' }, { a: null }])).to.deep.equal([
      `a: t.union([t.string, t.number, Int64, t.null]),${note}`,
    ]);
    expect(lines('io-ts', [{ a: large }, { a: 2n ** 63n }])).to.deep.equal([`a: t.bigint,${note}`]);
    expect(lines('io-ts', [{ a: 1 }, { a: 2n ** 63n }])).to.deep.equal([`a: t.union([t.number, t.bigint]),${note}`]);
    expect(lines('io-ts', [{ a: [[large, 1]] }])).to.deep.equal([`a: t.array(t.array(Int64)),${note}`]);
    expect(lines('io-ts', [{ a: 1 }, { a: large }], { literals: true })).to.deep.equal([`a: Int64,${note}`]);
  });

  it('has bigints in zod, and integers in JSON Schema', () => {
    expect(lines('zod', [{ a: large }])).to.deep.equal([`a: z.bigint(),${note}`]);
    expect(lines('zod', [{ a: 1 }, { a: large }])).to.deep.equal([`a: z.union([z.number(), z.bigint()]),${note}`]);
    const schema = (objects: ReadonlyArray<unknown>): unknown =>
      (JSON.parse(printed('json-schema', objects)) as { properties: { a: unknown } }).properties.a;
    expect(schema([{ a: 1 }, { a: large }])).to.include({ type: 'integer' });
    expect(schema([{ a: 1.5 }, { a: large }])).to.include({ type: 'number' });
  });

  it('is the same text whatever the order of the objects', () => {
    const objects = [{ a: 1 }, { a: large }, { a: 2n ** 64n }, { a: 0.5 }, { a: null }];
    for (const as of ['io-ts', 'zod'] as const) {
      expect(expression(as, objects)).to.equal(expression(as, [...objects].reverse()));
    }
  });
});
