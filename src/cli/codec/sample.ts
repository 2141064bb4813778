import * as E from 'fp-ts/Either';
import type { Monoid } from 'fp-ts/Monoid';
import { map, type Observable, scan, takeLast, takeWhile } from 'rxjs';
import type { InvalidObject, Page, PageStream, UnknownProperties, WalkError } from '../../index';
import type { Tally } from '../walk/progress';
import { type Fields, maxFields, merge, type Shape } from './Shape';
import { shapeOfAll } from './shapeOf';

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
export const defaultBounds: Bounds = { depth: 16, shapes: maxFields };

const childrenOf = ({ array, object }: Shape): ReadonlyArray<Shape> => [
  ...(array?.items === undefined ? [] : [array.items]),
  ...Array.from(object?.fields?.byName.values() ?? [], ({ shape }) => shape),
];

/** Above the depth that everything is cut to, an object is not looked into only because it has too many fields. */
const isOverfull = ({ object }: Shape): boolean => object !== undefined && object.fields === undefined;

/** How deep one can look without seeing too many shapes. */
const fittingDepth = (shape: Shape, bounds: Bounds): number => {
  let level: ReadonlyArray<Shape> = [shape];
  let seen = 1;
  for (let depth = 0; depth < bounds.depth; depth += 1) {
    if (level.some(isOverfull)) return depth;
    if (level.length === 0) break;
    level = level.flatMap(childrenOf);
    seen += level.length;
    if (seen > bounds.shapes) return depth;
  }
  return bounds.depth;
};

const cutFields = ({ byName, required }: Fields, depth: number): Fields => ({
  byName: new Map(Array.from(byName, ([name, field]) => [name, { ...field, shape: cut(field.shape, depth) }])),
  required,
});

const cut = (shape: Shape, depth: number): Shape => {
  const { array, object, ...scalars } = shape;
  const items = depth === 0 ? undefined : array?.items && cut(array.items, depth - 1);
  const fields = depth === 0 ? undefined : object?.fields && cutFields(object.fields, depth - 1);
  return { ...scalars, ...(array && { array: { items } }), ...(object && { object: { fields } }) };
};

const cutTo = (sketch: Sketch, depth: number): Sketch =>
  sketch.depth <= depth ? sketch : { shape: cut(sketch.shape, depth), depth };

export const sketching = (bounds: Bounds) => {
  const bounded = (sketch: Sketch): Sketch =>
    cutTo(sketch, fittingDepth(sketch.shape, { ...bounds, depth: sketch.depth }));

  /**
   * Sketches, put together in any order. The depth is that to which all values together fit, whichever comes first: more
   * values never make fewer shapes at any depth, so that what does not fit halfway would not fit in the end either.
   */
  const sketches: Monoid<Sketch> = {
    empty: { shape: {}, depth: bounds.depth },
    concat: (a, b) => {
      const depth = Math.min(a.depth, b.depth);
      const known = cutTo(a, depth);
      const shape = merge(known.shape, cutTo(b, depth).shape);
      return shape === known.shape ? known : bounded({ shape, depth });
    },
  };

  const sketchOf = (values: ReadonlyArray<unknown>): Sketch => {
    const { depth } = bounds;
    return bounded({ shape: shapeOfAll(values, depth), depth });
  };

  return { sketches, sketchOf };
};

export interface Sample {
  readonly shape: Shape;
  /** How many objects it is the shape of. */
  readonly objects: number;
}

interface Sampling {
  readonly size: number;
  readonly tally: Tally;
  readonly onInvalid: (object: InvalidObject) => void;
}

const { sketches, sketchOf } = sketching(defaultBounds);

type Read = E.Either<WalkError, Sketch>;

/**
 * Looks at the objects of a walk, page by page, until there are enough; then no page is asked for any more. A page that was
 * read counts as a whole: what it has beyond the size can only make the sample better.
 */
export const readSample = (
  pages: PageStream<UnknownProperties>,
  { size, tally, onInvalid }: Sampling,
): Observable<E.Either<WalkError, Sample>> => {
  const look = (sketch: Sketch, { data }: Page<UnknownProperties>): Sketch => {
    const invalid = data.filter(E.isLeft);
    const objects = data.filter(E.isRight);
    invalid.forEach(({ left }) => onInvalid(left));
    tally.pages += 1;
    tally.invalid += invalid.length;
    tally.objects += objects.length;
    return sketches.concat(sketch, sketchOf(objects.map(({ right }) => right.properties)));
  };
  const isEnough = (): boolean => tally.objects + tally.invalid >= size;

  return pages.pipe(
    scan(
      (read: Read, page): Read =>
        E.isLeft(read) ? read : E.isLeft(page) ? page : E.right(look(read.right, page.right)),
      E.right(sketches.empty),
    ),
    takeWhile(() => !isEnough(), true),
    takeLast(1),
    map(E.map(({ shape }) => ({ shape, objects: tally.objects }))),
  );
};
