import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { Page } from '../model/endpoints/Page';
import type { WalkError } from '../model/errors/WalkError';
import { carrying } from '../model/carrying';
import type { Demand } from './Demand';

/** The same walk at the pace of a valve, for `iterate`: what a stream of pages carries that was begun without one. */
export const paced =
  carrying<(valve: Demand) => Observable<Either<WalkError, Page<unknown>>>>('paced');
