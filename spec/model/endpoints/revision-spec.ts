import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Revision } from '../../../src/model/paging/scheme';
import type { Envelope, NextPage } from '../../../src/model/paging/envelope';
import { revisionScheme } from '../../../src/model/endpoints/revision';
import { anyToken } from '../../support/anyText';
import { last, more } from '../../support/pages';
import { rightOf } from '../../support/sides';

type Expected = NextPage | 'no page';

/** The last-page rule of each revision (seed 2.1 and 9). */
const rule: ReadonlyArray<readonly [what: string, wire: object, in10: Expected, in20: Expected]> = [
  ['no token', {}, last, last],
  ['null', { nextPageToken: null }, last, E.left({ rule: 'NullToken' })],
  [
    'an empty text',
    { nextPageToken: '' },
    E.left({ rule: 'EmptyToken' }),
    E.left({ rule: 'EmptyToken' }),
  ],
  ['a text', { nextPageToken: 'x' }, more('x'), more('x')],
  ['a number', { nextPageToken: 5 }, 'no page', 'no page'],
  ['an object', { nextPageToken: {} }, 'no page', 'no page'],
];

const nextIn = (revision: Revision): fc.Arbitrary<NextPage> =>
  fc.oneof(
    fc.constant(last),
    anyToken.map((token): NextPage => E.right(O.some(token))),
    fc.constant<NextPage>(E.left({ rule: 'EmptyToken' })),
    ...(revision === '2.0' ? [fc.constant<NextPage>(E.left({ rule: 'NullToken' }))] : []),
  );

/** A page as a service sends it; where its token breaks a rule, with a null or an empty one. */
const written = ({ data, next, fields }: Envelope): object => ({
  ...fields,
  data,
  ...(E.isLeft(next)
    ? { nextPageToken: next.left.rule === 'NullToken' ? null : '' }
    : O.isSome(next.right) && { nextPageToken: next.right.value }),
});

for (const revision of ['1.0', '2.0'] as const) {
  const scheme = revisionScheme(revision, 'body');

  /** As a page is read once its body was parsed. */
  const read = (body: unknown): E.Either<unknown, Envelope> =>
    scheme.read({ status: 200, headers: {}, body, request: { url: '/' } }, O.none);

  describe(`the scheme of revision ${revision}`, () => {
    for (const [what, wire, in10, in20] of rule) {
      const expected = revision === '1.0' ? in10 : in20;
      it(`reads ${what} as ${expected === 'no page' ? expected : JSON.stringify(expected)}`, () => {
        const page = read({ data: [1], ...wire });
        if (expected === 'no page') expect(page._tag).to.equal('Left');
        else expect(rightOf(page)).to.deep.equal({ data: [1], next: expected, fields: {} });
      });
    }

    it('keeps fields that it does not know, and names that objects inherit', () => {
      const wire: unknown = JSON.parse(
        '{"data":[],"totalCount":5,"__proto__":{"nextPageToken":"x"},"constructor":1}',
      );
      const { data, next, fields } = rightOf(read(wire));
      expect({ data, next }).to.deep.equal({ data: [], next: last });
      expect(Object.entries(fields)).to.deep.equal([
        ['totalCount', 5],
        ['__proto__', { nextPageToken: 'x' }],
        ['constructor', 1],
      ]);
    });

    it('law 22: keeps the other fields without a copy of them', () => {
      const wire = { data: [], totalCount: 5 };
      expect(rightOf(read(wire)).fields)
        .to.equal(wire)
        .and.to.deep.equal({ totalCount: 5 });
    });

    it('reads any envelope that a service writes', () => {
      const data = fc.array(fc.jsonValue(), { maxLength: 4 });
      const anyEnvelope: fc.Arbitrary<Envelope> = fc
        .tuple(
          data,
          nextIn(revision),
          fc.dictionary(fc.constantFrom('totalCount', 'constructor', 'x'), fc.jsonValue()),
        )
        .map(([records, next, fields]) => ({ data: records, next, fields: { ...fields } }));
      fc.assert(
        fc.property(anyEnvelope, (page) => {
          expect(rightOf(read(written(page)))).to.deep.equal(page);
        }),
      );
    });
  });
}
