import { isRight } from 'fp-ts/Either';
import { type Context, UnknownRecord, type Validation, appendContext } from 'io-ts';
import { holdsPrototype } from './holdsPrototype';
import { type CodecNode, isOwn, passesThrough } from './passesThrough';

/** Says that a codec refuses a value. Its `decode` says why. */
export const refused = Symbol();

/** What a codec makes of a value, or `refused`. The context is for codecs that want to know where the value stands. */
type Read = (value: unknown, context: Context) => unknown;

/** Asks `validate`, which copies what it changes. */
const readByValidate =
  (codec: CodecNode): Read =>
  (value, context) => {
    const result: Validation<unknown> = codec.validate(value, context);
    return isRight(result) && (result.right === value || !holdsPrototype(value))
      ? result.right
      : refused;
  };

/** Reads an object property by property: only those that may change are asked by `validate`. */
const readFields = (codec: CodecNode): Read => {
  const fields = Object.entries(codec.props ?? {}).map(
    ([name, field]) => [name, readAt(name, field)] as const,
  );
  const readWhole = readByValidate(codec);
  return (value, context) => {
    if (!UnknownRecord.is(value)) return refused;
    let result = value;
    for (const [name, read] of fields) {
      const given = value[name];
      // A property that is missing may be added.
      if (given === undefined) return readWhole(value, context);
      const made = read(given, context);
      if (made === given) continue;
      if (made === refused || Object.hasOwn(value, '__proto__')) return refused;
      if (result === value) result = { ...value };
      result[name] = made;
    }
    return result;
  };
};

/** Reads a value that stands at a key. A codec that passes values through is asked by `is`, which makes nothing. */
const readAt = (key: string, codec: CodecNode): Read => {
  const is: (u: unknown) => boolean = codec.is;
  if (passesThrough(codec)) return (value) => (is(value) ? value : refused);
  const read =
    codec._tag === 'InterfaceType' && isOwn(codec) ? readFields(codec) : readByValidate(codec);
  return (value, context) => read(value, appendContext(context, key, codec, value));
};

/**
 * Reads a value as `decode` does, but says nothing more than `refused` where that has errors. It copies an object only
 * when something in it changes, and only the codecs that transform are asked for what they make of a value.
 */
export const quickDecode = (codec: CodecNode): ((value: unknown) => unknown) => {
  if (!isOwn(codec)) return () => refused;
  const read = readAt('', codec);
  return (value) => read(value, []);
};
