import { defer, type Observable, type ObservableInput } from 'rxjs';
import { checkAtLeast0, checkKnown } from '../../model/optionChecks';
import { createValve, type Valve } from './Valve';

/**
 * Gives a stream its own valve: the walks that get it ask for a page only while no more than `highWaterMark` objects are held
 * in its operators.
 *
 * ```text
 * pages    a-----------b-----------c          two objects a page, highWaterMark 1
 * objects  (12)--------(34)--------(56)
 * work     1----2----  3----4----  5----6----
 *                 ↑ one is held: page b is asked for while it is worked on
 * ```
 *
 * Operators between the walk and the valve's operator must pass or drop values at once: filter, map, scan. What one of them
 * delays or collects (delay, bufferTime), the valve cannot see; after `bufferCount` it counts batches. A walk inside the
 * valve's own operators must not wait for the same valve: what is held there waits for the walk. Each subscription has its
 * own valve, and one valve may serve many walks: no more than the mark and one page for each walk is held.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, rights, withValve } from 'pagewalk';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * withValve({ highWaterMark: 1000 }, (valve) =>
 *   client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', valve }).pipe(
 *     rights(),
 *     valve.mergeMap(async (employee) => employee.properties.id, 8), // your work, on eight at a time
 *   ),
 * ).subscribe();
 * ```
 *
 * @since 0.1.0
 */
export const withValve = <R>(
  { highWaterMark, ...others }: { readonly highWaterMark: number },
  build: (valve: Valve) => ObservableInput<R>,
): Observable<R> => {
  checkKnown('withValve', others);
  checkAtLeast0('highWaterMark', highWaterMark);
  return defer(() => build(createValve(highWaterMark).valve));
};
