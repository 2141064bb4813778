import { isRight } from 'fp-ts/Either';
import * as t from 'io-ts';
import { holdsPrototype } from './holdsPrototype';
import { isOwn, type Node, passesThrough } from './passesThrough';

/** What a quick reader gives where io-ts itself has to be asked. */
export const unsure = Symbol('unsure');

/** Gives what `decode` would give, the very value where that is it, or says that it is unsure. */
type QuickReader = (value: unknown) => unknown;

/** What is done with a property: its type is compared, or its value is read, by its name in its object. */
type Step = string | ((value: unknown, name: string, whole: object) => unknown);

const kinds: Readonly<Record<string, string>> = { StringType: 'string', NumberType: 'number', BooleanType: 'boolean' };

/** How many properties of an object are remembered by their places. */
const mostPlaces = 1_000;

/**
 * Reads the properties of an object in the order in which they come. The objects of a service mostly have them in the
 * same order, so that the step that was taken last in a place is the right one again: nothing has to be looked up.
 */
const propertyReader = (steps: ReadonlyMap<string, Step>, required: number): QuickReader => {
  const names: Array<string> = [];
  const taken: Array<Step | undefined> = [];

  const stepAt = (place: number, name: string): Step | undefined => {
    if (names[place] === name) return taken[place];
    const step = steps.get(name);
    if (place < mostPlaces) {
      names[place] = name;
      taken[place] = step;
    }
    return step;
  };

  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unsure;
    const before = value as Readonly<Record<string, unknown>>;
    let after = before as Record<string, unknown>;
    let place = 0;
    let found = 0;
    // Names that come from `in` lead to values without a search, and without an array of them.
    for (const name in before) {
      const step = stepAt(place++, name);
      if (step === undefined) continue;
      found += 1;
      const property = before[name];
      if (typeof step === 'string') {
        if (typeof property !== step) return unsure;
        continue;
      }
      const read = step(property, name, before);
      if (read === unsure) return unsure;
      if (read !== property) {
        if (after === before) after = { ...before };
        after[name] = read;
      }
    }
    return found < required ? unsure : after;
  };
};

const stepsOf = ({ props = {} }: Node, stepOf: (part: Node) => Step): Map<string, Step> =>
  new Map(Object.entries(props).map(([name, part]) => [name, stepOf(part)]));

const check = (part: Node): Step => kinds[String(part._tag)] ?? quickReader(part);

/** For a codec that passes through what it accepts. */
const checker = (codec: Node): QuickReader => {
  if (codec._tag === 'InterfaceType' || codec._tag === 'PartialType') {
    const steps = stepsOf(codec, check);
    return propertyReader(steps, codec._tag === 'InterfaceType' ? steps.size : 0);
  }
  if (codec._tag === 'IntersectionType') {
    const readers = (codec.types ?? []).map(quickReader);
    return (value) => (readers.every((read) => read(value) !== unsure) ? value : unsure);
  }
  return (value) => (codec.is(value) ? value : unsure);
};

/** For a type with properties that are not passed through: only those are decoded. */
const decoder = (type: Node): QuickReader => {
  const decode =
    (part: Node): Step =>
    (value, name, whole) => {
      const result = part.validate(value, t.appendContext([{ key: '', type, actual: whole }], name, part, value));
      return isRight(result) ? result.right : unsure;
    };
  const steps = stepsOf(type, (part) => {
    const step = passesThrough(part) ? check(part) : decode(part);
    return typeof step === 'string'
      ? step
      : (value, name, whole) => (holdsPrototype(value) ? unsure : step(value, name, whole));
  });
  const required = steps.size;
  return propertyReader(
    steps.set('__proto__', () => unsure),
    required,
  );
};

const readers = new WeakMap<Node, QuickReader>();

/**
 * Reads with a codec, but without the context, the Either and the copy that io-ts makes for every value it decodes. `is`
 * makes none of them, and is trusted where a codec passes values through; properties of a plain type need not even that.
 */
export const quickReader = (codec: Node): QuickReader => {
  const known = readers.get(codec);
  if (known !== undefined) return known;
  const reader = passesThrough(codec)
    ? checker(codec)
    : codec._tag === 'InterfaceType' && isOwn(codec)
      ? decoder(codec)
      : () => unsure;
  readers.set(codec, reader);
  return reader;
};
