import { digestOf, mixText } from './sipHash';

/** The names of an object's fields, whatever their order. */
export interface Shape {
  /** The names in the order of the object. */
  readonly names: ReadonlyArray<string>;
  /** Where each of them is, in the order of the alphabet. */
  readonly order: ReadonlyArray<number>;
  readonly digest: number;
}

/** Records have few shapes, and to sort and mix names takes as long as all the rest. What would take much memory is not kept. */
const maxShapes = 8;
const maxNames = 100;
const maxLength = 100;

const shapes: Array<Shape> = [];
let next = 0;

const isSame = (names: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean => {
  if (names.length !== others.length) return false;
  for (let index = 0; index < names.length; index += 1) if (names[index] !== others[index]) return false;
  return true;
};

const createShape = (names: ReadonlyArray<string>): Shape => {
  const sorted = names.map((name, at) => [name, at] as const).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    names,
    order: sorted.map(([, at]) => at),
    digest: digestOf(() => {
      for (const [name] of sorted) mixText(name);
    }),
  };
};

/** The shape of an object whose fields have these names. */
export const shapeOf = (names: ReadonlyArray<string>): Shape => {
  for (const known of shapes) if (isSame(known.names, names)) return known;
  const shape = createShape(names);
  if (names.length <= maxNames && names.every((name) => name.length <= maxLength)) shapes[next++ % maxShapes] = shape;
  return shape;
};
