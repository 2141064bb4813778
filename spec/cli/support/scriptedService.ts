import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import type { HttpRequest, HttpResponse, Transport } from '../../../src/index';

/** What a request asks for, wherever it says so. */
export interface Asked {
  readonly pageToken: string | undefined;
  readonly pageSize: string | undefined;
  readonly isSnapshot: boolean;
  readonly isAuthenticated: boolean;
  /** How many requests came before. */
  readonly index: number;
}

const readRequest = ({ url, body, headers }: HttpRequest, index: number): Asked => {
  const query = new URLSearchParams(url.split('?')[1]);
  const fields = JSON.parse(body ?? '{}') as { readonly pageToken?: string };
  return {
    pageToken: query.get('pageToken') ?? fields.pageToken,
    pageSize: query.get('pageSize') ?? undefined,
    isSnapshot: query.get('snapshot') === 'true',
    isAuthenticated: headers.authorization !== undefined,
    index,
  };
};

export const answerWith = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

export const refuse = (status: number, errorName: string): HttpResponse =>
  answerWith(status, { errorCode: 'CODE', errorName, errorInstanceId: 'i-1', parameters: {} });

/** A service that answers as it is told to, without a network. */
export const scriptedService = (answer: (asked: Asked) => HttpResponse): Transport => {
  let requests = 0;
  return (request) => of(E.right(answer(readRequest(request, requests++))));
};

/** The page at an offset of so many numbered objects; its token is the next offset. */
export const numbered = (count: number, size: number, { pageToken }: Asked): HttpResponse => {
  const offset = Number(pageToken ?? 0);
  if (Number.isNaN(offset)) return refuse(400, 'InvalidPageToken');
  const ids = Array.from({ length: Math.min(size, count - offset) }, (_, index) => offset + index);
  const next = offset + size < count ? { nextPageToken: String(offset + size) } : {};
  return answerWith(200, { data: ids.map((id) => ({ properties: { id } })), ...next });
};
