import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { HttpResponse } from './http';
import type { ServiceAnswer } from './WalkError';

/**
 * An error response, read: what it means for the walk, and what the service said.
 *
 * @since 0.1.0
 */
export interface ErrorReading extends ServiceAnswer {
  readonly _tag: 'Unauthorized' | 'PageTokenExpired' | 'RetrievalLimitExceeded' | 'HttpFailure';
}

/**
 * How an error response is read. The conventions leave statuses and bodies of errors open (seed 7), so this is yours to
 * replace.
 *
 * @since 0.1.0
 */
export type Classify = (response: HttpResponse, sent: { readonly pageToken: boolean }) => ErrorReading;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** The body of an error, `{ errorCode, errorName, errorInstanceId, parameters }`, as far as it is there. */
const readAnswer = ({ status, body }: HttpResponse): ServiceAnswer =>
  pipe(
    E.tryCatch((): unknown => JSON.parse(body), String),
    O.fromEither,
    O.filter(isObject),
    O.match(
      () => ({ status }),
      ({ errorCode, errorName, errorInstanceId, parameters }) => ({
        status,
        ...present({
          errorCode: text(errorCode),
          errorName: text(errorName),
          errorInstanceId: text(errorInstanceId),
          parameters: isObject(parameters) ? parameters : undefined,
        }),
      }),
    ),
  );

const meaning = ({ status, errorName }: ServiceAnswer, pageTokenSent: boolean): ErrorReading['_tag'] => {
  if (status === 401) return 'Unauthorized';
  if (errorName === 'InvalidPageToken' || errorName === 'ConsistentSnapshotError') return 'PageTokenExpired';
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
  const answer = readAnswer(response);
  return { _tag: meaning(answer, sent.pageToken), ...answer };
};
