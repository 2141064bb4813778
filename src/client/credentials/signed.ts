import { defer, from, map, type ObservableInput, Subject, take, tap } from 'rxjs';
import type { HttpRequest } from '../../model/http';
import type { AuthHeaders } from '../../model/secrets/Credential';
import { type Auth, authWith, neverFailing, refusedReason, unauthorized, unusableOf } from './Auth';
import { credentialIn } from './headers';

/** No service takes headers that are longer in all, and an error would have to look through them. */
const maxLength = 65_536;

const lengthOf = (given: AuthHeaders): number =>
  Object.entries(Object(given) as AuthHeaders).reduce(
    (sum, entry) => sum + entry.join('').length,
    0,
  );

/**
 * Sends headers that a function computes for each request, such as a signature of its method, address and body.
 *
 * The function gets the request as the transport will get it, without these headers, and is called again for every request,
 * also for one that is repeated after a failure. Its first value counts. When the service refuses them (401), it is called
 * once more for the same request; after a second 401 the walk ends with `Unauthorized`. No error and no event shows what it
 * returned.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, signed } from 'pagewalk';
 * import { createHmac } from 'node:crypto';
 *
 * const auth = signed(({ method, url, body = '' }) => {
 *   const date = new Date().toUTCString();
 *   const signature = createHmac('sha256', 'a secret key').update([method, url, date, body].join('\n')).digest('base64');
 *   return [{ 'x-date': date, authorization: `SharedKey account:${signature}` }];
 * });
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://tables.example.com' }), auth });
 * ```
 *
 * @see bearer
 * @see headers
 * @since 0.2.0
 */
export const signed = (
  sign: (request: HttpRequest) => ObservableInput<Readonly<Record<string, string>>>,
): Auth => {
  if (typeof sign !== 'function')
    throw new TypeError('signed: sign must be a function that computes headers for a request');
  const failures = new Subject<unknown>();
  return authWith({
    current: ({ mayAsk, request }) =>
      mayAsk
        ? defer(() => from(sign(request))).pipe(
            take(1),
            map((given) => (lengthOf(given) > maxLength ? unusableOf('') : credentialIn(given))),
            tap({ error: (thrown) => failures.next(thrown) }),
            neverFailing(),
          )
        : unauthorized(refusedReason),
    failures,
  });
};
