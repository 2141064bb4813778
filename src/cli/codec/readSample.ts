import * as E from 'fp-ts/Either';
import { map, type Observable, scan, takeLast, takeWhile } from 'rxjs';
import type { InvalidObject, Page, PageStream, UnknownProperties, WalkError } from '../../index';
import type { Tally } from '../walk/progress';
import type { Sample } from './Printer';
import { defaultBounds, type Sketch, sketching } from './Sketch';

export interface Sampling {
  /** How many objects to read. */
  readonly size: number;
  readonly tally: Tally;
  /** Is told of every object that is not one. */
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
    invalid.forEach(({ left }) => {
      onInvalid(left);
    });
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
