import fc from 'fast-check';
import * as t from 'io-ts';
import { Trim, withFallback } from './transformingCodecs';

/** A codec, and values that it has a good chance to accept. */
interface Sample {
  readonly codec: t.Mixed;
  readonly values: fc.Arbitrary<unknown>;
}

const sample = (codec: t.Mixed, values: fc.Arbitrary<unknown>): Sample => ({ codec, values });

const texts = fc.constantFrom('x', 'y', ' z ');
const key = fc.constantFrom('a', 'b');

/** Objects of these values; a key may be missing, and a stranger may be there. */
const objects = (values: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc.record({ c: texts, ...values }, { requiredKeys: [], noNullPrototype: true });

const leaves = fc.constantFrom(
  sample(t.null, fc.constant(null)),
  sample(t.undefined, fc.constant(null)),
  sample(t.unknown, texts),
  sample(t.string, texts),
  sample(t.number, fc.constantFrom(1, 2)),
  sample(t.boolean, fc.boolean()),
  sample(t.UnknownArray, fc.array(texts, { maxLength: 2 })),
  sample(t.UnknownRecord, objects({ a: texts })),
  sample(t.literal('x'), texts),
  sample(t.keyof({ x: null, y: null }), texts),
  sample(Trim, texts),
  sample(withFallback(t.number, 0), texts),
);

const valuesOf = (
  fields: Readonly<Record<string, Sample>>,
): Readonly<Record<string, fc.Arbitrary<unknown>>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { values }]) => [name, values]));

const withFields =
  (make: (props: t.Props) => t.Mixed) =>
  (fields: Readonly<Record<string, Sample>>): Sample =>
    sample(
      make(Object.fromEntries(Object.entries(fields).map(([name, { codec }]) => [name, codec]))),
      objects(valuesOf(fields)),
    );

const withItems =
  (make: (item: t.Mixed) => t.Mixed) =>
  ({ codec, values }: Sample): Sample =>
    sample(make(codec), fc.array(values, { maxLength: 2 }));

const around =
  (make: (inner: t.Mixed) => t.Mixed) =>
  ({ codec, values }: Sample): Sample =>
    sample(make(codec), values);

const ofTwo =
  (make: (members: [t.Mixed, t.Mixed]) => t.Mixed) =>
  ([x, y]: readonly [Sample, Sample]): Sample =>
    sample(make([x.codec, y.codec]), fc.oneof(x.values, y.values));

const tagged = ([x, y]: readonly [Sample, Sample]): Sample =>
  sample(
    t.union([
      t.type({ kind: t.literal('x'), a: x.codec }),
      t.type({ kind: t.literal('y'), a: y.codec }),
    ]),
    objects({ kind: texts, a: fc.oneof(x.values, y.values) }),
  );

const chain = (item: t.Mixed): t.Mixed =>
  t.recursion<unknown, unknown>(
    'Chain',
    (self) => t.type({ a: item, b: t.union([self, t.null]) }) as t.Mixed,
  );

const chained = ({ codec, values }: Sample): Sample =>
  sample(
    chain(codec),
    objects({ a: values, b: fc.option(objects({ a: values, b: fc.constant(null) })) }),
  );

const combined = (part: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> => {
  const fields = fc.dictionary(key, part, { maxKeys: 2, noNullPrototype: true });
  const two = fc.tuple(part, part);
  return fc.oneof(
    fields.map(withFields((props) => t.type(props))),
    fields.map(withFields((props) => t.partial(props))),
    fields.map(withFields((props) => t.strict(props))),
    part.map(withItems((item) => t.array(item))),
    part.map(withItems((item) => t.readonlyArray(item))),
    two.map(([x, y]) =>
      sample(t.tuple([x.codec, y.codec]), fc.array(fc.oneof(x.values, y.values), { maxLength: 3 })),
    ),
    part.map(({ codec, values }) =>
      sample(t.record(t.string, codec), objects({ a: values, c: values })),
    ),
    part.map(({ codec, values }) =>
      sample(t.record(t.keyof({ a: null }), codec), objects({ a: values, c: values })),
    ),
    { weight: 3, arbitrary: two.map(ofTwo((members) => t.union(members))) },
    two.map(ofTwo((members) => t.intersection(members))),
    two.map(tagged),
    part.map(around((inner) => t.readonly(inner))),
    part.map(around((inner) => t.refinement(inner, (u) => u !== 'x'))),
    part.map(chained),
  );
};

const { samples } = fc.letrec<{ samples: Sample }>((tie) => ({
  samples: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaves, combined(tie('samples'))),
}));

/** Any codec made of io-ts's own and of some that transform, with a JSON value that it may well accept. */
export const anyCodecAndValue = samples.chain(({ codec, values }) =>
  fc.tuple(fc.constant(codec), values),
);

/** Any codec with several such values, as a walk meets them one after the other. */
export const anyCodecAndValues = samples.chain(({ codec, values }) =>
  fc.tuple(fc.constant(codec), fc.array(values, { minLength: 2, maxLength: 12 })),
);
