import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { readRecord } from '../../../src/model/records/ObjectRecord';
import { isOwn, passesThrough } from '../../../src/model/records/passesThrough';
import { anyCodecAndValue } from '../../support/anyCodec';
import { rightOf } from '../../support/sides';
import { DateFromString, Trim, withFallback } from '../../support/transformingCodecs';

interface Tree {
  readonly value: string;
  readonly children: ReadonlyArray<Tree>;
}

const treeOf = (value: t.Type<string>): t.Type<Tree> =>
  t.recursion('Tree', (self) => t.type({ value, children: t.readonlyArray(self) }));

const Circle = t.type({ kind: t.literal('circle'), radius: t.number });
const Square = t.type({ kind: t.literal('square'), side: t.number });

const own: ReadonlyArray<readonly [what: string, codec: t.Mixed]> = [
  ['null', t.null],
  ['undefined', t.undefined],
  ['unknown', t.unknown],
  ['string', t.string],
  ['number', t.number],
  ['boolean', t.boolean],
  ['UnknownArray', t.UnknownArray],
  ['UnknownRecord', t.UnknownRecord],
  ['literal', t.literal(5)],
  ['keyof', t.keyof({ a: null, b: null })],
  ['type', t.type({ a: t.string, b: t.type({ c: t.number }) })],
  ['partial', t.partial({ a: t.string })],
  ['array', t.array(t.array(t.number))],
  ['readonlyArray', t.readonlyArray(t.string)],
  ['record', t.record(t.string, t.number)],
  ['union', t.union([t.string, t.null, t.array(t.string)])],
  ['tagged union', t.union([Circle, Square])],
  ['tagged union of refinements', t.union([t.refinement(Circle, () => true), t.readonly(Square)])],
  ['intersection', t.intersection([t.type({ a: t.string }), t.partial({ b: t.number })])],
  ['readonly', t.readonly(t.type({ a: t.string }))],
  ['readonly of readonly', t.readonly(t.readonly(t.type({ a: t.string })))],
  ['refinement', t.refinement(t.string, (text) => text !== '')],
  [
    'brand',
    t.brand(
      t.number,
      (n): n is t.Branded<number, { readonly Even: symbol }> => n % 2 === 0,
      'Even',
    ),
  ],
  ['Int', t.Int],
];

/** Copies a codec and gives the copy other members, as users do who know what they do. */
const copyOf = (codec: t.Mixed, members: object): t.Mixed =>
  Object.assign(Object.create(Object.getPrototypeOf(codec) as object) as t.Mixed, codec, members);

const Named = t.type({ name: t.string });

/** Decodes as another codec does, and changes what that gives; bound, as io-ts binds its own `decode`. */
const shouting = (codec: typeof Named): typeof codec.decode =>
  function (this: unknown, u: unknown) {
    return E.map(({ name }: { readonly name: string }) => ({ name: name.toUpperCase() }))(
      codec.decode(u),
    );
  }.bind(undefined);

class Shouting extends t.InterfaceType<typeof Named.props, { name: string }> {
  constructor() {
    super(Named.name, Named.is, Named.validate, Named.encode, Named.props);
  }

  override decode(u: unknown): t.Validation<{ name: string }> {
    return E.map(({ name }: { readonly name: string }) => ({ name: name.toUpperCase() }))(
      super.decode(u),
    );
  }
}

/** Other ways to decode than io-ts's own, which only the codec at the top is asked for. */
const overridden: ReadonlyArray<readonly [what: string, codec: typeof Named]> = [
  ['a subclass with a decode of its own', new Shouting()],
  [
    'a copy with another decode',
    copyOf(Named, { decode: (u: unknown) => shouting(Named)(u) }) as typeof Named,
  ],
  ['a copy with a bound decode', copyOf(Named, { decode: shouting(Named) }) as typeof Named],
];

const transforming: ReadonlyArray<readonly [what: string, codec: t.Mixed]> = [
  ['exact', t.exact(t.type({ a: t.string }))],
  ['strict', t.strict({ a: t.string })],
  ['exact of a partial', t.exact(t.partial({ a: t.string }))],
  ['a record over a finite set of keys', t.record(t.keyof({ a: null }), t.string)],
  ['a record over a literal', t.record(t.literal('a'), t.string)],
  [
    'a record over a refinement',
    t.record(
      t.refinement(t.string, (key) => key !== 'a'),
      t.string,
    ),
  ],
  ['a tuple, which cuts', t.tuple([t.string, t.number])],
  ['a codec of the user', Trim],
  ['a codec of the user that decodes to another type', DateFromString],
  ['pipe', t.string.pipe(Trim)],
  ['pipe into an own codec', t.string.pipe(t.string)],
  ['a copy with a fallback', withFallback(t.string, '')],
  ['a copy of a type with a fallback', withFallback(t.type({ a: t.string }), { a: '' })],
  ['a copy with another validate', copyOf(t.string, { validate: Trim.validate })],
  ['a copy with another is', copyOf(t.string, { is: () => true })],
  ['a recursion', treeOf(t.string)],
  ['a type that adds what may be undefined', t.type({ a: t.union([t.string, t.undefined]) })],
  [
    'a readonly copy with another validate',
    copyOf(t.readonly(Circle), { validate: Trim.validate }),
  ],
];

const within: ReadonlyArray<readonly [where: string, wrap: (codec: t.Mixed) => t.Mixed]> = [
  ['a type', (codec) => t.type({ a: t.string, b: codec })],
  ['a partial', (codec) => t.partial({ a: codec })],
  ['an array', (codec) => t.array(codec)],
  ['a readonlyArray', (codec) => t.readonlyArray(codec)],
  ['a record', (codec) => t.record(t.string, codec)],
  ['a tuple', (codec) => t.tuple([t.string, codec])],
  ['a union', (codec) => t.union([t.null, codec])],
  ['a tagged union', (codec) => t.union([Circle, t.type({ kind: t.literal('other'), it: codec })])],
  ['an intersection', (codec) => t.intersection([t.UnknownRecord, codec])],
  ['a refinement', (codec) => t.refinement(codec, () => true)],
  ['a readonly', (codec) => t.readonly(codec)],
  [
    'a recursion',
    (codec) => t.recursion('R', (self) => t.type({ it: codec, more: t.array(self) }) as t.Mixed),
  ],
  ['all of them', (codec) => within.slice(0, -1).reduce((inner, [, wrap]) => wrap(inner), codec)],
];

describe('what is assumed of io-ts', () => {
  const parts: ReadonlyArray<readonly [codec: t.Mixed, tag: string, parts: object]> = [
    [t.type({ a: t.string }), 'InterfaceType', { props: { a: t.string } }],
    [t.partial({ a: t.string }), 'PartialType', { props: { a: t.string } }],
    [t.array(t.string), 'ArrayType', { type: t.string }],
    [t.readonlyArray(t.string), 'ReadonlyArrayType', { type: t.string }],
    [t.record(t.string, t.number), 'DictionaryType', { domain: t.string, codomain: t.number }],
    [t.union([t.string, t.null]), 'UnionType', { types: [t.string, t.null] }],
    [t.intersection([Circle, Named]), 'IntersectionType', { types: [Circle, Named] }],
    [t.refinement(t.string, () => true), 'RefinementType', { type: t.string }],
    [
      t.readonly(Circle),
      'ReadonlyType',
      { type: Circle, is: Circle.is, validate: Circle.validate },
    ],
  ];
  for (const [codec, tag, expected] of parts) {
    it(`a codec of ${tag} shows its tag and its parts, and its errors name it`, () => {
      expect(codec).to.have.property('_tag', tag);
      for (const [name, part] of Object.entries(expected)) {
        const found: unknown = Reflect.get(codec, name);
        const shown = (value: unknown): unknown => (value instanceof t.Type ? value.name : value);
        expect(shown(found)).to.deep.equal(shown(part));
      }
      const refused = codec.decode(Symbol());
      expect(E.isLeft(refused) && refused.left[0]?.context[0]?.type).to.equal(codec);
    });
  }

  it('strict types, tuples and records of other domains strip, and types add what may be undefined', () => {
    const given = { a: 1, b: 2 };
    expect(rightOf(t.exact(t.type({ a: t.number })).decode(given))).to.deep.equal({ a: 1 });
    expect(rightOf(t.type({ a: t.union([t.number, t.undefined]) }).decode({}))).to.have.property(
      'a',
      undefined,
    );
    expect(rightOf(t.type({ a: t.number }).decode(given))).to.equal(given);
  });
});

describe('isOwn', () => {
  it('says yes to every codec that io-ts makes and nobody has changed, and so does passesThrough', () => {
    for (const [what, codec] of own)
      expect([isOwn(codec), passesThrough(codec)], what).to.deep.equal([true, true]);
  });

  it('says no to a codec of the user, and asks none for a trial', () => {
    const asked: Array<unknown> = [];
    const Mine = new t.Type<string>(
      'Mine',
      t.string.is,
      (u, context) => {
        asked.push(u);
        return t.string.validate(u, context);
      },
      String,
    );
    expect(isOwn(Mine)).to.be.false;
    for (const [, wrap] of within) isOwn(wrap(Mine));
    expect(asked).to.deep.equal([]);
  });

  it('says no to another decode, whatever it looks like', () => {
    for (const [what, codec] of overridden) expect(isOwn(codec), what).to.be.false;
  });

  it("says no to io-ts's own decode that is bound to another codec", () => {
    expect(isOwn(copyOf(Named, {}))).to.be.false;
    expect(isOwn(copyOf(Named, { decode: Reflect.get(Circle, 'decode') as unknown }))).to.be.false;
  });

  it('says no to what throws and to what is not a codec', () => {
    const throwing = t.refinement(t.unknown, () => {
      throw new Error('mine');
    });
    for (const codec of [throwing, {}, 5, { decode: 5 }])
      expect(isOwn(codec as t.Mixed)).to.be.false;
  });
});

describe('passesThrough', () => {
  for (const [what, codec] of transforming) {
    it(`says no to ${what}, wherever it stands`, () => {
      expect(passesThrough(codec)).to.be.false;
      const trusted = within
        .filter(([, wrap]) => passesThrough(wrap(codec)))
        .map(([where]) => where);
      expect(trusted).to.deep.equal([]);
    });
  }

  for (const [what, codec] of overridden) {
    it(`objects are read as ${what} decodes them`, () => {
      const properties = { name: 'Ada' };
      expect(rightOf(readRecord(codec)({ properties })).properties).to.deep.equal(
        rightOf(codec.decode(properties)),
      );
    });
  }

  it('says yes to what passes through, wherever it stands but in a tuple or a recursion', () => {
    const refused = within
      .filter(([, wrap]) => !passesThrough(wrap(t.string)))
      .map(([where]) => where);
    expect(refused).to.deep.equal(['a tuple', 'a recursion', 'all of them']);
  });

  it('vouches for any codec and any value: what `is` accepts is what decode returns', () =>
    fc.assert(
      fc.property(anyCodecAndValue, ([codec, value]) => {
        fc.pre(passesThrough(codec) && codec.is(value));
        const decoded = rightOf(codec.decode(value) as t.Validation<unknown>);
        expect(Object.is(decoded, value), codec.name).to.be.true;
      }),
      { numRuns: 2_000 },
    ));

  it('makes no difference to a record, whatever its codec: it reads as plain decode would', () =>
    fc.assert(
      fc.property(anyCodecAndValue, ([codec, properties]) => {
        const plain = codec.decode(properties) as t.Validation<unknown>;
        const read = readRecord(codec)({ properties, rid: 'ri.1' });
        expect(E.isRight(read), codec.name).to.equal(E.isRight(plain));
        if (E.isRight(read)) {
          expect(read.right).to.deep.equal({ properties: rightOf(plain), rid: 'ri.1' });
          // What a codec does not change is not copied.
          if (rightOf(plain) === properties) expect(read.right.properties).to.equal(properties);
        }
      }),
      { numRuns: 2_000 },
    ));
});
