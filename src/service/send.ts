import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse } from '../model/http';
import type { Mishap } from './Misbehaviour';

/** Any page of any origin may use the service: it is for trying things out, and it has no cookies to abuse. */
const commonHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'cache-control': 'no-store',
};

/** What a browser wants to hear before it sends a request of another origin. */
export const preflight: HttpResponse = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'Authorization, Content-Type, Accept',
    'access-control-max-age': '600',
  },
  body: '',
};

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
  { reset, isTruncated }: Pick<Mishap, 'reset' | 'isTruncated'> = { reset: 'never', isTruncated: false },
): Promise<void> => {
  const bytes = Buffer.from(isTruncated ? body.slice(0, half(body.length)) : body);
  const length = status === 204 ? {} : { 'content-length': bytes.length };
  response.writeHead(status, { ...commonHeaders, ...headers, ...length });
  if (reset === 'during') await resetDuring(response, bytes);
  else response.end(bytes);
};
