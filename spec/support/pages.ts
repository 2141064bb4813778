import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { NextPage } from '../../src/model/paging/envelope';
import type { Page, PageFailure, PageToken, Place, WalkError } from '../../src/index';
import type { Fetched } from '../../src/walk/attemptStep';
import type { WalkedPage } from '../../src/walk/walkStep';
import { placeWith } from '../../src/model/place/placeInternals';
import type { Observable } from 'rxjs';

/** The objects of a walk. */
export type ObjectStream<A> = Observable<E.Either<WalkError, A>>;

/** The pages of a walk. */
export type PageStream<A> = Observable<E.Either<WalkError, Page<A>>>;

export const token = (text: string): PageToken => text as PageToken;

export const more = (text: string): NextPage => E.right(O.some(token(text)));

export const last: NextPage = E.right(O.none);

export const page = (data: ReadonlyArray<unknown>, next: NextPage): WalkedPage => ({ data, next });

export const fetched = <P extends WalkedPage>(came: P): Fetched<P> => ({
  attempts: 1,
  page: E.right(came),
});

export const failed = (failure: PageFailure): Fetched<never> => ({
  attempts: 1,
  page: E.left(failure),
});

/** A place that goes with any request, without a token. */
export const placeShowing = (shown: Pick<Place, 'pages' | 'objects' | 'round' | 'isLast'>): Place =>
  placeWith(shown, { pageToken: O.none, request: undefined });
