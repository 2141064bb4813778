import { expect } from 'chai';
import * as t from 'io-ts';
import { readRecord, unchecked } from '../../../src/model/records/ObjectRecord';
import { deepFreeze } from '../../support/deepFreeze';
import { leftOf, rightOf } from '../../support/sides';
import { DateFromString, Trim } from '../../support/transformingCodecs';

const Employee = t.type({ id: t.number, name: t.string });
/** Takes anything, and says that it may have made something else of it. */
const Any = new t.Type<unknown>(
  'Any',
  t.unknown.is,
  (u) => t.success({ ...Object(u) } as unknown),
  t.identity,
);
const ada = { properties: { id: 1, name: 'Ada' }, rid: 'ri.1', links: [{ to: 2 }] };

const problemsIn = (codec: t.Mixed, record: unknown): ReadonlyArray<string> =>
  leftOf(readRecord(codec)(record)).map(({ at, message }) => `${at} ${message}`);

describe('readRecord', () => {
  it('keeps every other field of a record as it came', () => {
    expect(rightOf(readRecord(Employee)(ada))).to.deep.equal(ada);
    expect(unchecked(rightOf(readRecord(Employee)(ada))).rid).to.equal('ri.1');
    const dated = { ...ada, properties: { at: '2020-01-02' } };
    const { properties, ...rest } = rightOf(readRecord(t.type({ at: DateFromString }))(dated));
    expect(properties.at.getFullYear()).to.equal(2020);
    expect(rest).to.deep.equal({ rid: 'ri.1', links: [{ to: 2 }] });
  });

  it('takes any object for properties that nobody has described', () => {
    for (const properties of [{}, { a: null }, { a: [{ b: 1 }] }]) {
      expect(rightOf(readRecord(t.UnknownRecord)({ properties })).properties).to.equal(properties);
    }
    for (const properties of [null, [], 'x', 5]) {
      expect(problemsIn(t.UnknownRecord, { properties })[0]).to.match(/^properties must be /);
    }
  });

  it('never changes its input', () => {
    const record = deepFreeze({ properties: { since: '2020-05-06', name: ' Ada ' }, rid: 'ri.1' });
    expect(
      rightOf(readRecord(t.type({ since: DateFromString, name: Trim }))(record)).properties.name,
    ).to.equal('Ada');
    expect(record.properties.name).to.equal(' Ada ');
    expect(rightOf(readRecord(t.strict({ name: t.string }))(record)).properties).to.deep.equal({
      name: ' Ada ',
    });
    expect(record.properties).to.have.property('since');
  });

  describe('law 6: refuses', () => {
    const noRecord: ReadonlyArray<readonly [what: string, record: unknown, problem: RegExp]> = [
      ['null', null, /^the record .*null/],
      ['a number', 5, /^the record .*number/],
      ['a text', 'x', /^the record .*string/],
      ['undefined', undefined, /^the record .*undefined/],
      ['a record without properties', { rid: 'ri.1' }, /^properties /],
      ['an array', [], /^(properties|the record) /],
      [
        'a record whose prototype is said to have properties',
        JSON.parse('{"__proto__":{"properties":{}}}'),
        /^properties /,
      ],
    ];

    for (const [what, record, problem] of noRecord) {
      it(what, () => {
        const problems = problemsIn(t.UnknownRecord, record);
        expect(problems).to.have.lengthOf(1);
        expect(problems[0]).to.match(problem);
      });
    }

    it('properties, with the path and the kind of everything that is wrong, and never the value', () => {
      const problems = problemsIn(
        t.type({ id: t.number, names: t.array(t.type({ given: t.string })) }),
        {
          properties: { id: 'secret', names: [{ given: 'Ada' }, { given: null }, 'secret'] },
        },
      );
      expect(problems.map((text) => text.split(' ')[0])).to.deep.equal([
        'properties.id',
        'properties.names.1.given',
        'properties.names.2',
      ]);
      expect(problems.join()).to.not.include('secret');
    });
  });

  describe('law 6: a codec that throws refuses the record', () => {
    const throwing = (): never => {
      throw new Error('secret');
    };
    const codecs: ReadonlyArray<readonly [what: string, codec: t.Mixed]> = [
      ['in validate', new t.Type<string>('Bad', t.string.is, throwing, t.identity)],
      ['in a refinement', t.refinement(t.UnknownRecord, throwing, 'Bad')],
      [
        'deep inside',
        t.type({ a: t.type({ b: t.refinement(t.unknown, throwing, 'Bad') }) }, 'Bad'),
      ],
      ['in the definition of a recursion', t.recursion('Bad', throwing)],
    ];

    for (const [what, codec] of codecs) {
      it(what, () => {
        const problems = problemsIn(codec, { properties: { a: { b: 1 } } });
        expect(problems).to.have.lengthOf(1);
        expect(problems[0]).to.match(/^properties .*Bad.* throw/);
        expect(problems[0]).to.not.include('secret');
      });
    }
  });

  it('law 6: properties that are nested too deep for a recursive codec are refused, not thrown', () => {
    interface Tree {
      readonly child?: Tree;
    }
    const Tree: t.Type<Tree> = t.recursion('Tree', () => t.partial({ child: Tree }));
    const properties: unknown = JSON.parse(
      `${'{"child":'.repeat(100_000)}{}${'}'.repeat(100_000)}`,
    );
    expect(problemsIn(Tree, { properties })).to.have.lengthOf(1);
  });

  it('reads with a codec that unfolds without end', () => {
    const nested = (depth: number): t.Mixed =>
      t.recursion(`Nested${depth}`, () => t.type({ items: t.array(nested(depth + 1)) }) as t.Mixed);
    const properties = { items: [{ items: [] }] };
    expect(rightOf(readRecord(nested(0))({ properties })).properties).to.deep.equal(properties);
  });

  it('refuses a __proto__ at any depth where the codec would copy it', () => {
    const Dated = t.type({ at: DateFromString });
    const codec = t.type({
      at: DateFromString,
      more: t.partial({
        one: Dated,
        list: t.array(Dated),
        either: t.union([Dated, t.null]),
        any: Any,
      }),
    });
    for (const properties of [
      '{"at":"2020-01-02","more":{},"__proto__":{"admin":true}}',
      '{"at":"2020-01-02","more":{"one":{"at":"2020-01-02","__proto__":1}}}',
      '{"at":"2020-01-02","more":{"list":[{"at":"2020-01-02","__proto__":1}]}}',
      '{"at":"2020-01-02","more":{"either":{"at":"2020-01-02","__proto__":1}}}',
      '{"at":"2020-01-02","more":{"any":{"list":[{"__proto__":1}]}}}',
    ]) {
      expect(
        leftOf(readRecord(codec)({ properties: JSON.parse(properties) as unknown })),
      ).to.deep.equal([{ at: 'properties', message: 'must not hold the key __proto__' }]);
    }
  });

  it('keeps a __proto__ where the codec copies nothing, though it copies what is around it', () => {
    const text = '{"at":"2020-01-02","more":{"list":[{"__proto__":1}]}}';
    const properties = JSON.parse(text) as { readonly more: unknown };
    const codec = t.type({ at: DateFromString, more: t.UnknownRecord });
    expect(rightOf(readRecord(codec)({ properties })).properties.more).to.equal(properties.more);
  });
});
