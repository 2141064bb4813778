import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { exactNumbers } from '../../src/model/records/Numbers';
import { at, byCursor, query } from '../../src/paging';
import '../support/seed';
import { get, walkOver } from './support/walk';

// As the law has them; case and marks do not matter.
const holders =
  'meta metadata page pages paging pagination page_info pageInfo cursor cursors links _links paging_info response_metadata';
const flags =
  'has_more hasMore has_next hasNext has_next_page hasNextPage more is_truncated isTruncated truncated';
const nexts =
  'next next_page nextPage next_url nextUrl next_link nextLink @odata.nextLink odata.nextLink nextRecordsUrl continue next_cursor nextCursor next_token nextToken next_page_token nextPageToken next_marker nextMarker NextMarker continuation_token continuationToken next_page_url next_page_uri next_uri';
const parts = 'href url link after page starting_after';
const others =
  'self first last prev previous nexts anext next2 next.page cursor_next page_token items info total count a __proto__';

/** A name in any case, with marks anywhere. */
const spelt = (names: string) =>
  fc
    .tuple(fc.constantFrom(...names.split(' ')), fc.array(fc.nat(3), { maxLength: 20 }))
    .map(([name, how]) =>
      Array.from(name, (letter, index) => {
        const mark = how[index] === 3 ? '_-'.charAt(index % 2) : '';
        return mark + ((how[index] ?? 0) % 2 === 1 ? letter.toUpperCase() : letter);
      }).join(''),
    );

const value = fc.constantFrom<unknown>('x', ' ', '0', 1, 0.5, 1e300, 'BIG', 'HUGE');
const noValue = fc.constantFrom<unknown>('', null, 0, -1, true, false, '-BIG', [], ['x'], {}, [
  { href: 'x' },
]);

/** Something that a response says, and what it means where it is looked at. */
interface Claim {
  readonly path: ReadonlyArray<string>;
  readonly value: unknown;
  readonly says: 'more' | 'no more' | 'nothing';
}

const claims = (
  says: Claim['says'],
  of: fc.Arbitrary<unknown>,
  ...names: ReadonlyArray<string>
): fc.Arbitrary<Claim> =>
  fc.record({ path: fc.tuple(...names.map(spelt)), value: of, says: fc.constant(says) });

const anyClaim = fc.oneof(
  claims('more', fc.constant(true), flags),
  claims('no more', fc.constant(false), flags),
  claims('nothing', fc.constantFrom('true', 1, null, {}), flags),
  claims('more', value, nexts),
  claims('nothing', noValue, nexts),
  claims('more', value, nexts, parts),
  claims('nothing', noValue, nexts, parts),
  claims('nothing', value, nexts, others),
  claims('nothing', value, nexts, parts, parts),
  claims('nothing', value, nexts, holders, nexts),
  claims('nothing', fc.oneof(value, noValue), others),
);

const way = ['w0', 'w1', 'w2'];

/** A claim on the way to the items, or in objects beside it. It says nothing in objects that are called otherwise, or too deep. */
const placed = fc
  .tuple(
    fc.nat(2),
    fc.array(
      fc.oneof(
        { weight: 9, arbitrary: spelt(holders) },
        { weight: 1, arbitrary: fc.constant('info') },
      ),
      {
        maxLength: 3,
      },
    ),
    anyClaim,
  )
  .map(([level, outer, claim]): Claim => ({
    ...claim,
    path: [...way.slice(0, level), ...outer, ...claim.path],
    says: outer.length <= 2 && !outer.includes('info') ? claim.says : 'nothing',
  }));

/** Puts a value into a body; false where something is in its way. */
const put = (
  body: object,
  [name = '', ...path]: ReadonlyArray<string>,
  given: unknown,
): boolean => {
  const isFree = !Object.hasOwn(body, name);
  const inner = isFree ? (path.length > 0 ? {} : given) : (Reflect.get(body, name) as unknown);
  if (isFree) Object.defineProperty(body, name, { value: inner, enumerable: true });
  if (path.length === 0) return isFree;
  return (
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) && put(inner, path, given)
  );
};

describe('law 41: its grammar', () => {
  it('a next page has any of its names, in any of its places, and nothing else is one', async () => {
    let doubted = 0;
    const script = fc.tuple(fc.array(placed, { maxLength: 4 }), fc.integer({ min: 0, max: 5 }));
    await fc.assert(
      fc.asyncProperty(script, async ([given, die]) => {
        const body = {};
        put(body, [...way, 'items'], [{ next: 'x', has_more: true }]);
        const said = given.filter((claim) => put(body, claim.path, claim.value));
        const text = JSON.stringify(body)
          .replace(/"(-?)BIG"/g, '$19007199254740993')
          .replaceAll('"HUGE"', '9'.repeat(1_200));
        const headers = die === 0 ? { link: '<?p=2>; rel="next"' } : {};
        const target = get(byCursor({ from: at('nowhere'), to: query('c') }), {
          items: at(...way, 'items'),
        });
        const { came } = await walkOver(
          target,
          [{ text, headers }],
          {},
          die === 1 ? exactNumbers : undefined,
        );
        const last = came.at(-1);
        const found = last && E.isLeft(last) && 'at' in last.left ? last.left.at : undefined;
        doubted += found === undefined ? 0 : 1;

        const more = said.filter(({ says }) => says === 'more').map(({ path }) => path);
        const top = Math.min(...more.map(({ length }) => length));
        const nearest = more.filter(({ length }) => length === top).map((path) => path.join('.'));
        const expected = headers.link ? ['header:link'] : nearest;
        const isDenied = said.some(({ says }) => says === 'no more');
        expect(found).to.be.oneOf(isDenied || expected.length === 0 ? [undefined] : expected);
      }),
      { numRuns: 1_000 },
    );
    expect(doubted).to.be.within(300, 900);
  });
});
