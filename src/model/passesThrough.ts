import * as O from 'fp-ts/Option';
import * as t from 'io-ts';

/** A codec as io-ts's own ones are made: with a tag, and with its parts. */
export interface CodecNode extends t.Mixed {
  readonly _tag?: string;
  readonly props?: t.Props;
  readonly types?: ReadonlyArray<t.Mixed>;
  readonly type?: t.Mixed;
  readonly domain?: t.Mixed;
  readonly codomain?: t.Mixed;
}

/**
 * One of each of io-ts's own codecs whose `decode` returns its very input wherever `is` accepts it. Missing on purpose:
 * `exact` and `strict`, tuples, and records over a finite set of keys, which strip.
 */
const samples = (): ReadonlyArray<t.Mixed> => [
  ...[t.null, t.undefined, t.unknown, t.string, t.number, t.boolean, t.UnknownArray, t.UnknownRecord],
  ...[t.literal(''), t.keyof({ a: null }), t.type({}), t.partial({}), t.array(t.unknown), t.readonlyArray(t.unknown)],
  ...[t.record(t.string, t.unknown), t.intersection([t.unknown, t.unknown])],
  t.union([t.string, t.number]),
  t.union([t.type({ tag: t.literal('a') }), t.type({ tag: t.literal('b') })]),
  t.refinement(t.unknown, () => true),
  t.recursion('', () => t.unknown),
];

/**
 * A tag alone proves nothing: a codec made by copying one of io-ts's own and replacing its `validate` (as fallbacks are
 * commonly made) keeps the tag. All codecs of one factory share their class and the text of their functions.
 */
const fingerprint = (codec: CodecNode): string =>
  [codec._tag, codec.is, codec.validate, Reflect.get(codec, 'decode')].join();

let known: ReadonlyMap<string, unknown> | undefined;

const isOwn = (codec: CodecNode): boolean => {
  known ??= new Map(samples().map((sample) => [fingerprint(sample), sample.constructor]));
  return known.get(fingerprint(codec)) === codec.constructor;
};

const partsOf = ({ props, types, type, codomain }: CodecNode): ReadonlyArray<t.Mixed> => [
  ...Object.values(props ?? {}),
  ...(types ?? []),
  ...[type, codomain].filter((part) => part !== undefined),
];

/** A readonly codec lends the functions of the codec inside it; a record strips the keys that its domain refuses. */
const passes = (codec: CodecNode): boolean =>
  codec._tag === 'ReadonlyType'
    ? codec.is === codec.type?.is && codec.validate === codec.type.validate
    : isOwn(codec) && (codec.domain === undefined || codec.domain === t.string);

/**
 * A type whose properties may be undefined takes more than its `is` accepts, by adding them. In a union it changes values
 * that another member would have taken as they are.
 */
const isGreedy = ({ _tag, props = {} }: CodecNode): boolean =>
  _tag === 'InterfaceType' && Object.values(props).some((prop) => prop.is(undefined));

/** A definition that makes a new codec each time it is asked unfolds without end. */
const mostNodes = 1_000;

/**
 * Whether a codec hands every value that its `is` accepts through untouched, so that `is` can stand in for `decode`.
 * In doubt it says no, which costs time but never a wrong object. What it cannot see is another `decode` that is a bound
 * function, as io-ts's own is; `readRecord` has an eye on that.
 */
export const passesThrough = (root: t.Mixed): boolean => {
  const seen = { alone: new Set<t.Mixed>(), inUnion: new Set<t.Mixed>() };
  const visit = (codec: CodecNode, inUnion: boolean): boolean => {
    const known = inUnion ? seen.inUnion : seen.alone;
    if (known.has(codec)) return true;
    return (
      known.add(codec).size < mostNodes &&
      passes(codec) &&
      !(inUnion && isGreedy(codec)) &&
      partsOf(codec).every((part) => visit(part, inUnion || codec._tag === 'UnionType'))
    );
  };
  return O.getOrElse(() => false)(O.tryCatch(() => visit(root, false)));
};
