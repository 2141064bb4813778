import { isLeft } from 'fp-ts/Either';
import {
  ArrayType,
  DictionaryType,
  InterfaceType,
  IntersectionType,
  KeyofType,
  LiteralType,
  type Mixed,
  PartialType,
  ReadonlyArrayType,
  ReadonlyType,
  RefinementType,
  TaggedUnionType,
  Type,
  UnionType,
  UnknownArray,
  UnknownRecord,
  boolean,
  null as nullType,
  number,
  string,
  undefined as undefinedType,
  unknown,
} from 'io-ts';

/*
 * What is assumed of io-ts, by this file, `quickDecode` and `cutFailing`. A spec of this file fails where a version breaks it.
 *
 * - Codecs have the classes, tags and parts below, and the array codecs have tags that end with `ArrayType`.
 * - The codecs in `classes` give back the very value that their `is` accepts, if their parts do. Those left out may not.
 * - `decode` is bound to its codec, and the first entry of the context of an error names that codec.
 * - `readonly` lends `is` and `validate` of the codec inside it. A record whose domain is not `string` may strip keys. A type adds
 *   properties that are missing if their codecs take undefined.
 */

/** A codec as io-ts's own ones are made: with a tag, and with its parts. */
export interface CodecNode extends Mixed {
  readonly _tag?: string;
  readonly props?: Readonly<Record<string, CodecNode>>;
  readonly types?: ReadonlyArray<CodecNode>;
  readonly type?: CodecNode;
  readonly domain?: CodecNode;
  readonly codomain?: CodecNode;
}

/** The codecs that io-ts exports as they are, and that return their very input. */
const given: ReadonlyArray<Mixed> = [
  nullType,
  undefinedType,
  unknown,
  string,
  number,
  boolean,
  UnknownArray,
  UnknownRecord,
];

/**
 * The classes of io-ts whose codecs return their very input wherever `is` accepts it. Missing on purpose: `ExactType` and
 * `TupleType`, which strip; and `RecursiveType`, which has no end.
 */
const classes: ReadonlyArray<unknown> = [
  LiteralType,
  KeyofType,
  InterfaceType,
  PartialType,
  ArrayType,
  ReadonlyArrayType,
  DictionaryType,
  IntersectionType,
  UnionType,
  RefinementType,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is what `union` makes of types with a tag
  TaggedUnionType,
  ReadonlyType,
];

/** Remembers what was found out about each codec: codecs do not change. */
const remembered = (answer: (codec: CodecNode) => boolean): ((codec: CodecNode) => boolean) => {
  const answers = new WeakMap<CodecNode, boolean>();
  return (codec) => {
    try {
      let known = answers.get(codec);
      if (known === undefined) answers.set(codec, (known = answer(codec)));
      return known;
    } catch {
      return false;
    }
  };
};

/** What io-ts's own codecs refuse, all but `unknown` and those that are made of it. */
const probe = Symbol();

/**
 * Whether the `decode` of a codec is the one that io-ts bound to it when it made it. A copy, which is how fallbacks are
 * commonly made, has another one, or one that is bound to the original. `instanceof` asks the function that was bound; and
 * the context of an error names the codec that it was bound to. A codec of the user's is called for
 * objects only, never to try it: where a union or an intersection would call one, it is enough that the function is right.
 */
const decodesAsMade = (codec: CodecNode): boolean => {
  const { prototype } = Reflect.get(Type.prototype, 'decode') as { readonly prototype: object };
  if (!(Object.create(prototype) instanceof Reflect.get(codec, 'decode'))) return false;
  const { _tag = '', types = [], type } = codec;
  // What is not an array is refused before any entries are looked at.
  const asked = _tag.endsWith('ArrayType') || !type ? types : [type];
  if (!asked.every(isOwn)) return true;
  const result = codec.decode(probe);
  return isLeft(result) && result.left[0]?.context[0]?.type === codec;
};

/**
 * Whether a codec is one of io-ts's own, as far as a codec around it can see. It rests on what io-ts itself rests on where it
 * takes codecs apart (in `exact`, and in a union by tags): that a codec does what its class says, with the parts that it
 * shows. A subclass or a copy does not count. In doubt it says no, which costs time but never a wrong object.
 */
export const isOwn = remembered((codec) => {
  if (given.includes(codec)) return true;
  const { type, is, validate } = codec;
  // It lends the functions of the codec inside it.
  const isLent = codec._tag !== 'ReadonlyType' || (is === type?.is && validate === type.validate);
  return classes.includes(codec.constructor) && isLent && decodesAsMade(codec);
});

/**
 * Whether `decode` hands every value through untouched that `is` accepts, so that `is` can stand in for it. Not where a
 * record strips the keys that its domain refuses, nor where a type takes more than its `is` accepts, by adding properties
 * that may be undefined: in a union it changes values that another member would have taken as they are.
 */
export const passesThrough = remembered((codec) => {
  const { _tag, props = {}, types = [], type, domain = string, codomain } = codec;
  const fields = Object.values(props);
  return (
    isOwn(codec) &&
    domain === string &&
    !(_tag === 'InterfaceType' && fields.some((field) => field.is(undefined))) &&
    [...fields, ...types, type, codomain].every((part) => !part || passesThrough(part))
  );
});
