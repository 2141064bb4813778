import { firstValueFrom, type Observable, toArray } from 'rxjs';

/** Everything that a stream emits until it completes. */
export const collect = <T>(source: Observable<T>): Promise<Array<T>> => firstValueFrom(source.pipe(toArray()));
