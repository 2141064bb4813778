import { isLeft } from 'fp-ts/Either';
import {
  type Mixed,
  Type,
  UnknownArray,
  UnknownRecord,
  array,
  boolean,
  intersection,
  keyof,
  literal,
  null as nullType,
  number,
  partial,
  readonlyArray,
  record,
  refinement,
  string,
  type as object,
  undefined as undefinedType,
  union,
  unknown,
} from 'io-ts';

/** A codec as io-ts's own ones are made: with a tag, and with its parts. */
export interface CodecNode extends Mixed {
  readonly _tag?: string;
  readonly props?: Readonly<Record<string, CodecNode>>;
  readonly types?: ReadonlyArray<CodecNode>;
  readonly type?: CodecNode;
  readonly domain?: CodecNode;
  readonly codomain?: CodecNode;
}

/**
 * One of each of io-ts's own codecs whose `decode` returns its very input wherever `is` accepts it. Missing on purpose:
 * `exact` and `strict`, tuples, and records over a finite set of keys, which strip; and recursions, which have no end.
 */
const samples = (): ReadonlyArray<Mixed> => [
  ...[nullType, undefinedType, unknown, string, number, boolean, UnknownArray, UnknownRecord],
  ...[literal(''), keyof({ a: null }), object({}), partial({}), array(unknown), readonlyArray(unknown)],
  ...[record(string, unknown), intersection([unknown, unknown])],
  union([string, number]),
  union([object({ tag: literal('a') }), object({ tag: literal('b') })]),
  refinement(unknown, () => true),
];

/**
 * A tag alone proves nothing: a codec made by copying one of io-ts's own and replacing its `validate` (as fallbacks are
 * commonly made) keeps the tag. All codecs of one factory share their class and the text of their functions.
 */
const fingerprint = ({ _tag, is, validate }: CodecNode): string => [_tag, is, validate].join();

let known: ReadonlyMap<string, unknown> | undefined;

/** Whether a codec is just as io-ts makes it, as far as a codec around it can see. In doubt it says no, which costs time but never a wrong object. */
export const isOwn = (codec: CodecNode): boolean => {
  known ??= new Map(samples().map((sample) => [fingerprint(sample), sample.constructor]));
  try {
    return known.get(fingerprint(codec)) === codec.constructor;
  } catch {
    return false;
  }
};

/**
 * Whether the `decode` of a codec is the one that io-ts bound to it when it made it. The text of a bound function says
 * nothing, but `instanceof` asks the function that was bound; and the context of an error names the codec it was bound to.
 * Only the outermost codec is asked for its `decode`.
 */
export const decodesAsMade = (codec: CodecNode): boolean => {
  try {
    const { prototype } = Reflect.get(Type.prototype, 'decode') as { readonly prototype: object };
    const result = codec.decode(undefined);
    return (
      Object.create(prototype) instanceof Reflect.get(codec, 'decode') &&
      isLeft(result) &&
      result.left[0]?.context[0]?.type === codec
    );
  } catch {
    return false;
  }
};

/**
 * Whether `decode` hands every value through untouched that `is` accepts, so that `is` can stand in for it. Not where a
 * record strips the keys that its domain refuses, nor where a type takes more than its `is` accepts, by adding properties
 * that may be undefined: in a union it changes values that another member would have taken as they are.
 */
export const passesThrough = (codec: CodecNode): boolean => {
  try {
    const { _tag, is, validate, props = {}, types = [], type, domain = string, codomain } = codec;
    // It lends the functions of the codec inside it.
    if (_tag === 'ReadonlyType') return is === type?.is && validate === type.validate && passesThrough(type);
    const fields = Object.values(props);
    return (
      isOwn(codec) &&
      domain === string &&
      !(_tag === 'InterfaceType' && fields.some((field) => field.is(undefined))) &&
      [...fields, ...types, type, codomain].every((part) => !part || passesThrough(part))
    );
  } catch {
    return false;
  }
};
