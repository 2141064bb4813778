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

/** A property, as it comes in the objects. */
interface Spot {
  readonly name: string;
  /** Undefined where the codec says nothing of it. */
  readonly read: Read | undefined;
  readonly codec: CodecNode | undefined;
  /** The property that came after it last. */
  next: Spot | undefined;
}

const spotOf = (name: string, codec?: CodecNode): Spot => ({
  name,
  codec,
  read: codec && readAt(name, codec),
  next: undefined,
});

/**
 * Looks at the properties of an object in the order in which they come. The objects of a service mostly have them in the
 * same order, so that the property that came after another one last is the one that comes again: nothing has to be looked
 * up. Once an object has more than twice the properties that its codec describes, the codec itself looks at fewer, and is
 * asked from then on.
 */
const readFields = (props: Readonly<Record<string, CodecNode>>, ask: Read): Read => {
  const wanted = new Map(Object.entries(props).map(([name, codec]) => [name, spotOf(name, codec)]));
  const start = spotOf('');
  // A name that every object inherits leads to a value, but is not among the names that come from `in`.
  let asks = Object.keys(props).some((name) => name in {});

  return (value, context) => {
    if (asks || !UnknownRecord.is(value)) return ask(value, context);
    let result = value;
    let spot = start;
    let seen = 0;
    let found = 0;
    // Names that come from `in` lead to values without a search, and without an array of them.
    for (const name in value) {
      let { next } = spot;
      // A name that has been compared with undefined once is slow to compare from then on.
      if (next !== undefined && next.name !== name) next = undefined;
      if (next === undefined) {
        if (seen > 2 * wanted.size || name === '__proto__') {
          asks = true;
          return ask(value, context);
        }
        next = spot.next = wanted.get(name) ?? spotOf(name);
      }
      spot = next;
      seen += 1;
      const { read, codec } = spot;
      if (read === undefined) continue;
      found += 1;
      const given = value[name];
      // Nearly all properties are of these three kinds: to call their codecs takes longer than to ask here what they ask.
      if (
        codec === string
          ? typeof given === 'string'
          : codec === number
            ? typeof given === 'number'
            : codec === boolean && typeof given === 'boolean'
      ) {
        continue;
      }
      const made = read(given, context);
      if (made === refused) return refused;
      if (made !== given) {
        if (result === value) result = { ...value };
        result[name] = made;
      }
    }
    // One that is missing may still be one that may be undefined.
    return found < wanted.size ? ask(value, context) : result;
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
 * To read 1,000 objects of seven properties takes half the time of `is` (109 and 216 µs, beside 1,060 for `JSON.parse`), and 0.57 of the
 * time of `decode` where one property is transformed: 4 % of a page over undici, and 20 % of one with a codec that transforms.
 *
 * Reads a value as `decode` does, but says nothing more than `refused` where that has errors. It copies an object only
 * when something in it changes, and only the codecs that transform are asked for what they make of a value.
 */
export const quickDecode = (codec: CodecNode): ((value: unknown) => unknown) => {
  if (!isOwn(codec)) return () => refused;
  const read = readAt('', codec);
  return (value) => read(value, []);
};
