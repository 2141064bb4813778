import { expect } from 'chai';
import { printed } from './support/printed';

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
        '// A property that one of them lacked is optional, one that was null may be null.',
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
});
