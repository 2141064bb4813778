import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { Page, WalkError } from '../../src/index';

/** The objects of a walk. */
export type ObjectStream<A> = Observable<Either<WalkError, A>>;

/** The pages of a walk. */
export type PageStream<A> = Observable<Either<WalkError, Page<A>>>;
