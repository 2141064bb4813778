import * as E from 'fp-ts/Either';
import * as RA from 'fp-ts/ReadonlyArray';
import { map, type Observable, takeLast, takeWhile } from 'rxjs';
import type { PageStream } from '../../client/Client';
import type { InvalidObject, WalkError } from '../../index';
import type { Tally } from '../terminal/progress';
import { maxShapeFields, merge, type Shape, shapeOfAll } from './Shape';

/** A shape that cannot grow without end: below a depth, which falls as the shape grows, values are not looked at. */
interface Sketch {
  readonly shape: Shape;
  readonly depth: number;
}

export interface Bounds {
  /** How deep to look; the properties of an object are at depth 1. */
  readonly depth: number;
  /** The most shapes in a shape; no more than the most fields of an object. */
  readonly shapes: number;
}

/** A type that has more parts than that is not for people to read. */
export const defaultBounds: Bounds = { depth: 16, shapes: maxShapeFields };

const childrenOf = ({ array, object }: Shape): ReadonlyArray<Shape> => [
  ...(array?.items === undefined ? [] : [array.items]),
  ...Array.from(object?.fields?.values() ?? [], ({ shape }) => shape),
];

/** Above the depth that everything is cut to, an object is not looked into only because it has too many fields. */
const isOverfull = ({ object }: Shape): boolean =>
  object !== undefined && object.fields === undefined;

/** How deep one can look, at most to this depth, without seeing too many shapes. */
const fittingDepth = (shape: Shape, max: number, shapes: number): number => {
  let level: ReadonlyArray<Shape> = [shape];
  let seen = 1;
  for (let depth = 0; depth < max; depth += 1) {
    if (level.some(isOverfull)) return depth;
    level = level.flatMap(childrenOf);
    seen += level.length;
    if (seen > shapes) return depth;
  }
  return max;
};

const cutShape = ({ array, object, ...scalars }: Shape, depth: number): Shape => {
  const items = depth === 0 ? undefined : array?.items && cutShape(array.items, depth - 1);
  const inner = depth === 0 ? undefined : object?.fields;
  const fields =
    inner &&
    new Map(
      Array.from(inner, ([name, one]) => [name, { ...one, shape: cutShape(one.shape, depth - 1) }]),
    );
  return { ...scalars, ...(array && { array: { items } }), ...(object && { object: { fields } }) };
};

/**
 * Sketches values, and puts them together with those before them, in any order. The depth is that to which all values together
 * fit: more values never make fewer shapes at any depth, so that what does not fit halfway would not fit in the end either.
 */
export const sketching =
  (bounds: Bounds) =>
  (values: ReadonlyArray<unknown>, before: Sketch = { shape: {}, depth: bounds.depth }): Sketch => {
    const shape = merge(before.shape, shapeOfAll(values, before.depth));
    const depth = fittingDepth(shape, before.depth, bounds.shapes);
    return { shape: cutShape(shape, depth), depth };
  };

export interface Sample {
  readonly shape: Shape;
  /** How many objects it is the shape of. */
  readonly objects: number;
}

const sketch = sketching(defaultBounds);

/**
 * Looks at the objects of a walk, page by page, until there are enough; then no page is asked for any more. A page that was
 * read counts as a whole: what it has beyond the size can only make the sample better.
 */
export const readSample = (
  pages: PageStream<unknown>,
  inside: (item: unknown) => unknown,
  size: number,
  tally: Tally,
  onInvalid: (object: InvalidObject) => void,
): Observable<E.Either<WalkError, Sample>> => {
  let sketched: Sketch | undefined;
  return pages.pipe(
    map(
      E.map(({ data }) => {
        const { left: invalid, right: objects } = RA.separate(data);
        invalid.forEach(onInvalid);
        tally.pages += 1;
        tally.invalid += invalid.length;
        tally.objects += objects.length;
        sketched = sketch(objects.map(inside), sketched);
        return { shape: sketched.shape, objects: tally.objects };
      }),
    ),
    takeWhile(() => tally.objects + tally.invalid < size, true),
    takeLast(1),
  );
};
