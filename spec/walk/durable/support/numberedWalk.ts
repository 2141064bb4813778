import * as E from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import {
  createClient,
  durable,
  listObjects,
  type ObjectRecord,
  type Places,
} from '../../../../src/index';
import type { DurableOptions, DurableStart } from '../../../../src/walk/durable/durable';
import { collect } from '../../../support/collect';
import { numberedPages } from '../../../support/numberedPages';

/** Options of a durable walk over numbered pages. */
export type Own<T> = Partial<DurableOptions<ObjectRecord<Readonly<Record<string, unknown>>>, T>>;

/** The pages of a service; by default it has two, with an object each. */
export const pagesOver = (
  transport = numberedPages({ pages: 2, perPage: 1 }),
  pageSize?: number,
) => {
  const client = createClient({ transport, retry: false });
  return (start: DurableStart) =>
    client.pages(listObjects, { ontologyRid: 'o', objectType: 'x', pageSize, ...start });
};

/** A durable walk over these pages that does nothing with them. */
export const numberedWalk = <T>(places: Places<T>, own: Own<T> = {}, pages = pagesOver()) =>
  durable({ id: 'walk', places, pages, work: () => undefined, ...own });

type Result = E.Either<{ readonly _tag: string }, { readonly pages: number }>;

/** The pages of each place that was kept, or the tag of what ended the walk. */
export const pagesIn = (results: ReadonlyArray<Result>): ReadonlyArray<number | string> =>
  results.map((result) => (E.isLeft(result) ? result.left._tag : result.right.pages));

/** The same of a walk that is run to its end, or what it throws. */
export const pagesKept = (walk: Observable<Result>): Promise<ReadonlyArray<number | string>> =>
  collect(walk).then(pagesIn, (error: unknown) => [String(error)]);
