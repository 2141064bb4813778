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

/** Written out, because V8 is quick to compare `typeof` with what is written there. */
const isOfKind = (kind: string | undefined, value: unknown): boolean => {
  if (kind === 'string') return typeof value === 'string';
  if (kind === 'number') return typeof value === 'number';
  return kind === 'boolean' && typeof value === 'boolean';
};

/** A property as it comes in the objects. */
interface Field {
  readonly name: string;
  readonly kind: string | undefined;
  /** Undefined where the codec does not know the property. */
  readonly read: Read | undefined;
  /** The property that came after it last. */
  next: Field | undefined;
}

/** Not `field?.name`: a name that was compared with undefined once is slow to compare from then on. */
const isNamed = (field: Field | undefined, name: string): field is Field => {
  if (field === undefined) return false;
  return field.name === name;
};

type Properties = Record<string, unknown>;

/**
 * Reads an object property by property, in the order in which they come: names that come from `in` lead to their values without a
 * search, and mostly the property that came next last comes next again. To search for the properties of the codec, as `ask` does,
 * takes twice as long, unless the object has many others. `ask` is also for an object that lacks one, which may be undefined.
 */
const readFields = (props: Readonly<Record<string, CodecNode>>, ask: Read): Read => {
  const fieldOf = (name: string, codec?: CodecNode): Field => ({
    name,
    kind: codec && kinds.get(codec),
    read: codec && readAt(name, codec),
    next: undefined,
  });
  const fields = new Map(Object.entries(props).map(([name, codec]) => [name, fieldOf(name, codec)]));
  const start = fieldOf('');
  const maxInOrder = 10 + 8 * fields.size;
  let isWide = false;

  const readInOrder = (value: Properties, context: Context): unknown => {
    let result = value;
    let field = start;
    let seen = 0;
    let found = 0;
    for (const name in value) {
      let { next } = field;
      if (!isNamed(next, name)) {
        next = fields.get(name) ?? fieldOf(name);
        field.next = next;
      }
      field = next;
      seen += 1;
      if (seen > maxInOrder) {
        isWide = true;
        return ask(value, context);
      }
      const { kind, read } = field;
      if (read === undefined) continue;
      found += 1;
      const given = value[name];
      if (isOfKind(kind, given)) continue;
      const made = read(given, context);
      if (made === given) continue;
      if (made === refused || Object.hasOwn(value, '__proto__')) return refused;
      if (result === value) result = { ...value };
      result[name] = made;
    }
    return found < fields.size ? ask(value, context) : result;
  };

  return (value, context) => {
    if (!UnknownRecord.is(value)) return refused;
    return isWide ? ask(value, context) : readInOrder(value, context);
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
