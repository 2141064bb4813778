import type * as E from 'fp-ts/Either';
import type { HttpResponse } from '../../model/http';
import { writeExact } from '../../model/json/writeExact';

const errorCodes = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  421: 'MISDIRECTED_REQUEST',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL',
  503: 'SERVICE_UNAVAILABLE',
} as const;

type Headers = Readonly<Record<string, string>>;
type Parameters = Readonly<Record<string, unknown>>;

/** Why a request gets no page; it becomes a response only when it is sent. */
export interface ServiceError {
  readonly status: keyof typeof errorCodes;
  readonly errorName: string;
  readonly parameters: Parameters;
  readonly headers: Headers;
}

/** Something that was read from a request, or why the request gets no page. */
export type Accepted<A> = E.Either<ServiceError, A>;

export type ServiceOutcome = Accepted<HttpResponse>;

export const serviceError = (
  status: ServiceError['status'],
  errorName: string,
  parameters: Parameters = {},
  headers: Headers = {},
): ServiceError => ({ status, errorName, parameters, headers });

/** A request's parameter that has no meaning: `pageSize` gives InvalidPageSize. */
export const invalid = (name: string, parameters: Parameters): ServiceError =>
  serviceError(400, `Invalid${name.charAt(0).toUpperCase()}${name.slice(1)}`, parameters);

export const jsonResponse = (
  status: number,
  value: unknown,
  headers: Headers = {},
): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: writeExact(value) ?? 'null',
});

export const errorResponse = (error: ServiceError, errorInstanceId: string): HttpResponse => {
  const { status, errorName, parameters, headers } = error;
  return jsonResponse(
    status,
    { errorCode: errorCodes[status], errorName, errorInstanceId, parameters },
    headers,
  );
};
