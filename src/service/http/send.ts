import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse } from '../../model/http';

/** What becomes of a response on its way. */
export interface Delivery {
  /** Where the connection is reset, if it is. */
  readonly reset: 'never' | 'before' | 'during';
  readonly isTruncated: boolean;
}

/** A reset overtakes what the client has not read yet; this long is enough to read on the same machine. */
const timeToRead = 20;

const half = (length: number): number => Math.floor(length / 2);

const resetDuring = async (response: ServerResponse, body: Buffer): Promise<void> => {
  await new Promise((resolve) => response.write(body.subarray(0, half(body.length)), resolve));
  await pause(timeToRead);
  response.socket?.resetAndDestroy();
};

/** Sends a response, whole unless a mishap befalls it; then its JSON breaks off, or the connection does. */
export const send = async (
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  { reset, isTruncated }: Delivery = { reset: 'never', isTruncated: false },
): Promise<void> => {
  const bytes = Buffer.from(isTruncated ? body.slice(0, half(body.length)) : body);
  const length = status === 204 ? {} : { 'content-length': bytes.length };
  response.writeHead(status, { 'cache-control': 'no-store', ...headers, ...length });
  if (reset === 'during') await resetDuring(response, bytes);
  else response.end(bytes);
};
