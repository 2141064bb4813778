import { isRight } from 'fp-ts/Either';
import { type Context, UnknownRecord, type Validation, appendContext, boolean, number, string } from 'io-ts';
import { type CodecNode, isOwn, passesThrough } from './passesThrough';

/** io-ts copies what it changes key by key, and there this key sets the copy's prototype: values nobody has checked. */
export const holdsPrototype = (root: unknown): boolean => {
  const values = [root];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const child of Object.values(value)) values.push(child);
  }
  return false;
};

/** What a codec makes of a value, or `refused`. */
type Read = (value: unknown, context: Context) => unknown;

/** Says that a codec does not take a value; why, its `decode` tells. */
export const refused = Symbol();

interface Part {
  readonly codec: CodecNode;
  readonly read: Read;
  /** Whether it hands through what it takes; a codec that does not may want to know where it stands. */
  readonly passes: boolean;
}

/** A property, as it comes in the objects. */
interface Spot {
  readonly name: string;
  /** What is wanted of it, if anything. */
  readonly part: Part | undefined;
  /** Which of the plain codecs that is, -1 if it is another one, or `unwanted`. */
  readonly plain: number;
  /** The property that came after it last. */
  next: Spot | undefined;
}

/** The codecs that want a type of JavaScript's and nothing else. */
const plainCodecs: ReadonlyArray<CodecNode> = [string, number, boolean];

/** Stands for a property that its codec says nothing of. */
const unwanted = 3;

const spotOf = (name: string, part?: Part): Spot => ({
  name,
  part,
  plain: part ? plainCodecs.indexOf(part.codec) : unwanted,
  next: undefined,
});

/** Type by type, because a `typeof` is quick only where what it is compared to is known. */
const isPlain = (plain: number, value: unknown): boolean =>
  plain === 0
    ? typeof value === 'string'
    : plain === 1
      ? typeof value === 'number'
      : plain === 2 && typeof value === 'boolean';

/** A codec that passes values through is asked by `is`, any other by `validate`, which copies what it changes. */
const asking = (codec: CodecNode, passes: boolean): Read =>
  passes
    ? (value) => ((codec.is as (u: unknown) => boolean)(value) ? value : refused)
    : (value, context) => {
        const result: Validation<unknown> = codec.validate(value, context);
        return isRight(result) && (result.right === value || !holdsPrototype(value)) ? result.right : refused;
      };

const partOf = (codec: CodecNode): Part => {
  const { _tag, props = {} } = codec;
  const passes = passesThrough(codec);
  const ask = asking(codec, passes);
  return {
    codec,
    passes,
    read: _tag === 'InterfaceType' && isOwn(codec) ? readingFields(props, ask) : ask,
  };
};

const readAt = ({ codec, passes, read }: Part, value: unknown, context: Context, key: string): unknown =>
  read(value, passes ? context : appendContext(context, key, codec, value));

/**
 * Looks at the properties of an object in the order in which they come. The objects of a service mostly have them in the
 * same order, so that the property that came after another one last is the one that comes again: nothing has to be looked
 * up. Once an object has more than twice the properties that its codec describes, the codec itself looks at fewer, and is
 * asked from then on.
 */
const readingFields = (props: Readonly<Record<string, CodecNode>>, ask: Read): Read => {
  const wanted = new Map(Object.entries(props).map(([name, codec]) => [name, spotOf(name, partOf(codec))]));
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
      // eslint-disable-next-line @typescript-eslint/prefer-optional-chain -- what has been compared with undefined once is slow
      if (next === undefined || next.name !== name) {
        if (seen > 2 * wanted.size || name === '__proto__') {
          asks = true;
          return ask(value, context);
        }
        next = spot.next = wanted.get(name) ?? spotOf(name);
      }
      spot = next;
      seen += 1;
      const { plain } = spot;
      if (plain !== unwanted) {
        const given = value[name];
        if (!isPlain(plain, given)) {
          const read = spot.part ? readAt(spot.part, given, context, name) : refused;
          if (read === refused) return refused;
          if (read !== given) {
            if (result === value) result = { ...value };
            result[name] = read;
          }
        }
        found += 1;
      }
    }
    // One that is missing may still be one that may be undefined.
    return found < wanted.size ? ask(value, context) : result;
  };
};

/**
 * Reads a value as `decode` does, but says nothing more than `refused` where that has errors. It copies an object only
 * when something in it changes, and only the codecs that transform are asked for what they make of a value.
 */
export const quickDecode = (codec: CodecNode): ((value: unknown) => unknown) => {
  const root = partOf(codec);
  return root.passes || isOwn(codec) ? (value) => readAt(root, value, [], '') : () => refused;
};
