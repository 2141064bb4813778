import { toNullable, tryCatch } from 'fp-ts/Option';
import { UnknownRecord, string } from 'io-ts';
import type { HttpResponse } from '../http';
import type { ServiceAnswer } from './WalkError';

/** What an error response means for the walk, and what the service said. @since 0.1.0 */
export interface ErrorReading extends ServiceAnswer {
  readonly _tag: 'Unauthorized' | 'PageTokenExpired' | 'RetrievalLimitExceeded' | 'HttpFailure';
  /** For an `HttpFailure`, the milliseconds to wait before the next request. Default: what `Retry-After` or the words say. */
  readonly retryAfter?: number;
}

/** How an error response is read. The conventions leave that open, so you can pass your own. @since 0.1.0 */
export type Classify = (
  response: HttpResponse,
  sent: { readonly pageToken: boolean },
) => ErrorReading;

/** The fields of an error's body. Each counts only if it has this type. */
const answerTypes = {
  errorCode: string,
  errorName: string,
  errorInstanceId: string,
  parameters: UnknownRecord,
};

const errorBodyOf = ({ status, body }: HttpResponse): ServiceAnswer => {
  const json = tryCatch((): unknown => JSON.parse(body));
  const said = Object(toNullable(json)) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(answerTypes).map(([name, type]) =>
    type.is(said[name]) ? { [name]: said[name] } : {},
  );
  return Object.assign({ status }, ...fields) as ServiceAnswer;
};

const meaning = (
  { status, errorName }: ServiceAnswer,
  pageTokenSent: boolean,
): ErrorReading['_tag'] => {
  if (status === 401) return 'Unauthorized';
  if (errorName === 'InvalidPageToken' || errorName === 'ConsistentSnapshotError')
    return 'PageTokenExpired';
  if (status === 410 && pageTokenSent) return 'PageTokenExpired';
  if (errorName === 'ObjectsExceededLimit') return 'RetrievalLimitExceeded';
  return 'HttpFailure';
};

/**
 * The default reading of error responses: 401 is `Unauthorized`; the error names InvalidPageToken and
 * ConsistentSnapshotError, and status 410 where a page token was sent, are `PageTokenExpired`; ObjectsExceededLimit is
 * `RetrievalLimitExceeded`; everything else is an `HttpFailure` with its status.
 *
 * @example
 * ```ts
 * import { axiosTransport, classify, createClient } from 'pagewalk';
 *
 * const client = createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
 *   classify: (response, sent) =>
 *     response.status === 419 ? { _tag: 'PageTokenExpired', status: 419 } : classify(response, sent),
 * });
 * ```
 *
 * @since 0.1.0
 */
export const classify: Classify = (response, sent) => {
  const answer = errorBodyOf(response);
  return { _tag: meaning(answer, sent.pageToken), ...answer };
};
