import type { CodecNode } from './passesThrough';

type Check = (value: unknown) => boolean;

/** What a property must be: a type of JavaScript's where its codec asks for nothing else, or what its codec says. */
interface Property {
  readonly kind: string | undefined;
  readonly codec: CodecNode;
}

const kinds: Readonly<Record<string, string>> = { StringType: 'string', NumberType: 'number', BooleanType: 'boolean' };

/**
 * Says of any JSON what `is` says of it, for codecs that pass values through: they are as io-ts makes them. It is sooner
 * for plain types; all others are asked themselves.
 *
 * It looks at the properties of an object in the order in which they come. The objects of a service mostly have them in the
 * same order, so that what was wanted last in a place is what is wanted there again: nothing has to be looked up. Once
 * an object has more than twice the properties that its codec describes, `is` looks at fewer, and is asked from then on.
 */
export const quickCheck = (codec: CodecNode): Check => {
  const { _tag, props = {} } = codec;
  const wanted = new Map(
    Object.entries(props).map(([name, part]: [string, CodecNode]): [string, Property] => [
      name,
      { kind: kinds[String(part._tag)], codec: part },
    ]),
  );
  const names: Array<string> = [];
  const places: Array<Property | undefined> = [];
  // A name that every object inherits leads `is` to a value, but is not among the names that come from `in`.
  let asksCodec = _tag !== 'InterfaceType' || Object.keys(props).some((name) => name in {});

  return (value) => {
    if (asksCodec || typeof value !== 'object' || value === null || Array.isArray(value)) return codec.is(value);
    let place = 0;
    let found = 0;
    // Names that come from `in` lead to values without a search, and without an array of them.
    for (const name in value) {
      if (names[place] !== name) {
        if (place > 2 * wanted.size) {
          asksCodec = true;
          return codec.is(value);
        }
        names[place] = name;
        places[place] = wanted.get(name);
      }
      const property = places[place++];
      if (property) {
        const given = (value as Readonly<Record<string, unknown>>)[name];
        if (typeof given !== property.kind && !property.codec.is(given)) return false;
        found += 1;
      }
    }
    return found >= wanted.size;
  };
};
