import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { PageToken } from '../PageToken';
import { tokenOf } from './Progress';
import type { WalkError } from './WalkError';

/**
 * Where a walk that ended can continue: the page after the last one whose objects were all emitted.
 *
 * It is `none` when the walk cannot be resumed:
 *
 * - the walk ended at its very first page: begin again;
 * - the service refused the token (`PageTokenExpired`);
 * - the service returns no more objects (`RetrievalLimitExceeded`), and the same token would bring the same error;
 * - the next token is unusable (`ProtocolViolation`);
 * - the walk did not end (`InvalidObject`).
 *
 * This is the only way to the token: printing the error does not show it.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, lefts, resumeFrom } from 'pagewalk';
 * import { option as O } from 'fp-ts';
 * import { EMPTY, mergeMap } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const params = { ontologyRid: 'ri.ontology.main', objectType: 'employee' };
 *
 * client
 *   .list(params)
 *   .pipe(
 *     lefts(),
 *     mergeMap((error) => {
 *       const start = resumeFrom(error);
 *       return O.isSome(start) ? client.list({ ...params, ...start.value }) : EMPTY;
 *     }),
 *   )
 *   .subscribe();
 * ```
 *
 * @since 0.1.0
 */
export const resumeFrom = (error: WalkError): O.Option<{ readonly pageToken: PageToken }> =>
  error._tag === 'InvalidObject' || error._tag === 'PageTokenExpired' || error._tag === 'RetrievalLimitExceeded'
    ? O.none
    : pipe(
        tokenOf(error.progress),
        O.map((pageToken) => ({ pageToken })),
      );
