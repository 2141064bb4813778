import { expect } from 'chai';
import * as t from 'io-ts';
import { problemsOf } from '../../../src/model/errors/problemsOf';
import { leftOf } from '../../support/sides';

const said = (codec: t.Mixed, value: unknown, root = 'properties'): ReadonlyArray<string> =>
  problemsOf(root, leftOf(codec.decode(value) as t.Validation<unknown>)).map(
    ({ at, message }) => `${at} ${message}`,
  );

const Text = t.type({ text: t.string });
const StringOrNumber = t.union([t.string, t.number]);
const Pair = t.intersection([t.type({ id: t.number }), t.partial({ note: t.string })]);

describe('problemsOf', () => {
  /** What is said: below `properties` where that is what is wrong, and else from the top. */
  const cases: ReadonlyArray<
    readonly [what: string, codec: t.Mixed, value: unknown, ...said: ReadonlyArray<string>]
  > = [
    ['the root', t.string, 5, 'properties must be string, but is number'],
    ['null', t.string, null, 'properties must be string, but is null'],
    ['an array', t.string, [], 'properties must be string, but is array'],
    ['a missing property', Text, {}, 'text must be string, but is undefined'],
    [
      'an item of an array',
      t.array(Text),
      [{ text: 'a' }, {}],
      '1.text must be string, but is undefined',
    ],
    [
      'an item of a tuple',
      t.tuple([t.string, t.number]),
      ['a', 'b'],
      '1 must be number, but is string',
    ],
    [
      'a value of a record',
      t.record(t.string, t.number),
      { a: 'x' },
      'a must be number, but is string',
    ],
    [
      'a union, as one problem',
      t.type({ a: StringOrNumber }),
      { a: true },
      'a must be string or number, but is boolean',
    ],
    [
      'a union of objects',
      t.union([Text, t.string]),
      5,
      `properties must be ${Text.name} or string, but is number`,
    ],
    [
      'both sides of an intersection',
      Pair,
      { id: 'x', note: 5 },
      ...['id must be number, but is string', 'note must be string, but is number'],
    ],
    [
      'a nested intersection in a union',
      t.type({ a: t.union([Pair, t.null]) }),
      { a: { id: 'x' } },
      ...['a.id must be number, but is string', 'a must be null, but is object'],
    ],
    [
      'a union under a refinement',
      t.type({ a: t.refinement(StringOrNumber, () => true) }),
      { a: true },
      'a must be string or number, but is boolean',
    ],
    [
      'a readonly union',
      t.type({ a: t.readonly(StringOrNumber) }),
      { a: true },
      'a must be string or number, but is boolean',
    ],
    ['an exact intersection', t.exact(Pair), { id: 'x' }, 'id must be number, but is string'],
    [
      'a recursive intersection',
      t.recursion('R', () => Pair),
      { id: 'x' },
      'id must be number, but is string',
    ],
    [
      'a refinement that says no',
      t.type({ age: t.refinement(t.number, (n) => n > 0, 'Positive') }),
      { age: -1 },
      'age must be Positive, but is number',
    ],
  ];

  for (const [what, codec, value, ...expected] of cases) {
    const root = expected.join().startsWith('properties') ? 'properties' : '';
    it(`names ${what} by its path`, () => expect(said(codec, value, root)).to.deep.equal(expected));
  }

  it('names a missing property by its path though the context begins without a value, as it does in io-ts-types', () => {
    const errors = leftOf(Text.validate({}, [{ key: '', type: Text }]));
    expect(problemsOf('properties', errors).map(({ at }) => at)).to.deep.equal(['properties.text']);
  });

  it('names paths below the root', () =>
    expect(said(t.array(Text), [{}])).to.deep.equal([
      'properties.0.text must be string, but is undefined',
    ]));

  it('never says a value', () => {
    const codec = t.type({
      a: t.number,
      b: t.union([t.null, t.array(t.number)]),
      c: t.literal('fine'),
    });
    const problems = said(codec, { a: 'secret', b: ['secret'], c: 'secret' });
    expect(problems).to.have.length.above(2);
    expect(problems.join()).to.not.include('secret');
  });

  it('law 22: looks at few of a million errors', () => {
    const [error] = leftOf(t.array(t.number).decode(['x']));
    if (error === undefined) throw new Error('no error');
    let looks = 0;
    const errors = new Proxy(Array<t.ValidationError>(1_000_000).fill(error), {
      get: (target, key): unknown => {
        looks += 1;
        return Reflect.get(target, key);
      },
    });
    problemsOf('', errors);
    expect(looks).to.be.within(1, 1_000);
  });

  it('law 22: bounds names and paths that somebody else has chosen', () => {
    const [problem] = problemsOf(
      '',
      leftOf(t.record(t.string, t.number, 'N'.repeat(5_000)).decode({ ['k'.repeat(5_000)]: 'x' })),
    );
    expect(problem?.at.length).to.equal(200);
    expect(problem?.at).to.match(/^k+…$/);
    const [named] = problemsOf('', leftOf(t.type({}, 'N'.repeat(5_000)).decode(1)));
    expect(named?.message.length).to.be.below(350);
  });
});
