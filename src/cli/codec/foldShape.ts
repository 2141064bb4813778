import type { Large, Literal, ScalarFormat, Scalars, Shape } from './Shape';

interface FoldedField<A> {
  readonly name: string;
  readonly value: A;
  readonly isOptional: boolean;
  /** What its type does not say, for people. It never holds data. */
  readonly note: string;
}

export interface Algebra<A> {
  readonly scalar: (type: 'string' | 'number' | 'boolean' | 'null', format: ScalarFormat) => A;
  readonly literal: (value: Literal) => A;
  /** Integers that no double holds, and other numbers, of that format, if there were any. */
  readonly large: (large: Large, others: ScalarFormat | undefined) => ReadonlyArray<A>;
  /** Without items nothing is known of them. */
  readonly array: (items: A | undefined) => A;
  /** Fields come in the order of their names. Without fields nothing is known of them. */
  readonly object: (fields: ReadonlyArray<FoldedField<A>> | undefined) => A;
  readonly union: (members: ReadonlyArray<A>) => A;
}

const isEmpty = (shape: Shape): boolean => Object.keys(shape).length === 0;

/** An array of objects that hold text fields, as the conventions have them in revision 2.0. */
const isTextObjects = ({ array }: Shape): boolean => {
  const { object, ...others } = array?.items ?? {};
  const fields = [...(object?.fields?.values() ?? [])];
  return isEmpty(others) && fields.length > 0 && fields.every(({ shape }) => Object.keys(shape).join() === 'string');
};

const formatNotes = (scalars: Scalars | undefined): ReadonlyArray<string> =>
  scalars === undefined || scalars.format === 'plain' || scalars.format === 'infinite' ? [] : [scalars.format];

const largeNotes = ({ large }: Shape): ReadonlyArray<string> =>
  large === undefined ? [] : ['large integer: read it with numbers: exactNumbers'];

const isUnread = ({ array, object }: Shape): boolean =>
  (array !== undefined && array.items === undefined) || (object !== undefined && object.fields === undefined);

const innermost = ({ array }: Shape): Shape =>
  array?.items?.array === undefined ? (array?.items ?? {}) : innermost(array.items);

const noteOf = (shape: Shape): string =>
  [
    ...formatNotes(shape.string),
    ...(shape.large === undefined ? formatNotes(shape.number) : largeNotes(shape)),
    ...(isTextObjects(shape) ? ['text objects'] : []),
    ...[innermost(shape)].flatMap(({ string, number, large }) =>
      [...formatNotes(string), ...(large === undefined ? formatNotes(number) : [])].map((note) => `${note} items`),
    ),
    ...largeNotes(innermost(shape)),
    ...(isUnread(shape) || isUnread(innermost(shape)) ? ['not looked into: too deep, or too much'] : []),
  ].join(', ');

/** By UTF-16 code units, the same everywhere. */
const compare = (a: Literal, b: Literal): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Every object has something of these names, its own or not: a validator that reads it sees a property that is not there.
 * Assigning `__proto__` does not even make a property.
 */
const isInherited = (name: string, isOptional: boolean): boolean => name === '__proto__' || (isOptional && name in {});

/** A shape from its leaves up, and the names of properties that no validator can be trusted with, which are left out. */
export interface Folded<A> {
  readonly value: A;
  readonly leftOut: ReadonlySet<string>;
}

/** Folds a shape. The order of the parts does not depend on that of the values. */
export const foldShape =
  <A>(algebra: Algebra<A>, withLiterals: boolean) =>
  (root: Shape): Folded<A> => {
    const leftOut = new Set<string>();
    const scalars = (type: 'string' | 'number' | 'boolean', seen: Scalars | undefined): ReadonlyArray<A> => {
      if (seen === undefined) return [];
      const { format, literals } = seen;
      return withLiterals && literals !== undefined && !(type === 'boolean' && literals.length === 2)
        ? [...literals].sort(compare).map(algebra.literal)
        : [algebra.scalar(type, format)];
    };
    const array = ({ items }: NonNullable<Shape['array']>): A =>
      algebra.array(items === undefined || isEmpty(items) ? undefined : fold(items));
    const object = ({ fields }: NonNullable<Shape['object']>): A => {
      const sorted = [...(fields ?? [])].sort(([a], [b]) => compare(a, b));
      const folded = sorted.flatMap(([name, { shape, isOptional }]): ReadonlyArray<FoldedField<A>> => {
        if (!isInherited(name, isOptional)) return [{ name, value: fold(shape), isOptional, note: noteOf(shape) }];
        leftOut.add(name);
        return [];
      });
      return algebra.object(folded.length === 0 ? undefined : folded);
    };
    const fold = (shape: Shape): A => {
      // Objects come last: otherwise io-ts looks for tags in them, and fails at names that every object inherits.
      const members = [
        ...scalars('string', shape.string),
        ...(shape.large === undefined
          ? scalars('number', shape.number)
          : algebra.large(shape.large, shape.number?.format)),
        ...scalars('boolean', shape.boolean),
        ...(shape.null === undefined ? [] : [algebra.scalar('null', 'plain')]),
        ...(shape.array === undefined ? [] : [array(shape.array)]),
        ...(shape.object === undefined ? [] : [object(shape.object)]),
      ];
      const [only] = members;
      return members.length === 1 && only !== undefined ? only : algebra.union(members);
    };
    return { value: fold(root), leftOut };
  };
