import { expect } from 'chai';
import { lines, printed } from './support/printed';

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
        '// Generated from 3 objects by pagewalk codec.',
        '// What one of them lacked is optional, what was null may be null.',
        "import * as z from 'zod';",
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

  it('names __proto__ where it leaves it out, at any depth, and only there', () => {
    const proto = Object.fromEntries([['__proto__', 1]]);
    const said = '// The property __proto__ is left out, because zod does not give it.';
    for (const record of [proto, { a: proto }, { a: [{ b: proto }] }]) {
      expect(printed('zod', [record]).split('\n')).to.include(said);
      expect(printed('io-ts', [record])).to.include(`['__proto__']`);
      expect(printed('json-schema', [record])).to.include('"__proto__"');
    }
    expect(printed('zod', [{ a: '__proto__' }])).not.to.include('left out');
  });
});
