import type { Either } from 'fp-ts/Either';
import {
  concat,
  defer,
  from,
  ignoreElements,
  type Observable,
  type ObservableInput,
  tap,
} from 'rxjs';
import type { WalkError } from '../../model/errors/WalkError';
import { checkKnown } from '../../model/optionChecks';
import type { Key } from '../recovery/seenBefore';
import { type Change, type ChangesSinceOptions, changeTracker, type Version } from './Change';

/**
 * Emits what is new, what changed and what is gone since the last walk.
 *
 * ```text
 * known     [a, 1] [b, 1] [c, 1]
 * --a1--b2--d1--|
 *    changesSince(known, { key, version })
 * ------B---D---(C|)           B: Changed b   D: Added d   C: Removed c
 * ```
 *
 * `Removed` come after everything else, for the known keys that the walk did not find, and only when it reached the last
 * page. There are none after a Left, not even after an `InvalidObject`, which may be any of the known keys: put
 * `skipInvalid()` before it if invalid objects count as gone. Lefts pass as they come.
 *
 * `known` (a Map, rows of a table, lines of a file) is read to its end before the first request, copied and never written to:
 * keep the new versions with the changes. Keys and versions stay in memory, about 60 MB for a million numbers.
 *
 * The default version is a number of 53 bits made of the whole record, whatever the order of its fields, and the same in
 * every process. An author of objects can find two contents with the same version in minutes: if that matters, use your own
 * `version`, such as a SHA-256. An instance of a class without `toJSON` is a `TypeError`.
 *
 * The walk must cover everything: what it leaves out because of `take`, a limit or a `pageToken` is reported as removed.
 * So is an object that moved between two requests, until the next walk: `snapshot: true` rules that out.
 *
 * @example
 * ```ts
 * import { axiosTransport, changesSince, createClient, orThrow } from 'pagewalk';
 * import * as t from 'io-ts';
 * import { last } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const properties = t.type({ id: t.number });
 * const known = new Map([[0, 'gone by now']]);
 *
 * client
 *   .list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties, snapshot: true })
 *   .pipe(changesSince(known, { key: (employee) => employee.properties.id }), orThrow(), last())
 *   .subscribe(({ _tag, key }) => console.log(_tag, key));
 * // Logs:
 * // Removed 0
 * ```
 *
 * @see watchChanges
 * @since 0.1.0
 */
export const changesSince = <A, K extends Key>(
  known: ObservableInput<readonly [key: K, version: Version]>,
  options: ChangesSinceOptions<A, K>,
) => {
  checkKnown('changesSince', options, ['key', 'version']);
  return <E = WalkError>(source: Observable<Either<E, A>>): Observable<Either<E, Change<A, K>>> =>
    defer(() => {
      const { remember, changesIn } = changeTracker(options);
      // A Map has no key twice, so none has to be looked up.
      const isNew = known instanceof Map;
      const read = from(known).pipe(
        tap(([key, version]) => remember(key, version, isNew)),
        ignoreElements(),
      );
      return concat(read, changesIn(source));
    });
};
