import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../core/Exchange';

/** Resolves after some milliseconds, or sooner where the client has gone. */
type Wait = (ms: number) => Promise<unknown>;

/** A reset overtakes what the client has not read yet; this long is enough to read on the same machine. */
const timeToRead = 20;

const resetDuring = async (response: ServerResponse, body: Buffer): Promise<void> => {
  await new Promise((resolve) => response.write(body.subarray(0, Math.floor(body.length / 2)), resolve));
  await pause(timeToRead);
  response.socket?.resetAndDestroy();
};

/** The pieces of a body that trickles. */
const pieces = 10;

const dribble = async (response: ServerResponse, body: Buffer, ms: number, wait: Wait): Promise<void> => {
  const size = Math.ceil(body.length / pieces);
  for (let piece = 0; piece < pieces && !response.destroyed; piece++) {
    response.write(body.subarray(piece * size, (piece + 1) * size));
    await wait(ms / pieces);
  }
  response.end();
};

/** Sends an answer, whole unless the connection is to break off in the middle of it. */
export const send = async (
  response: ServerResponse,
  { response: answer, isCut, trickle }: Answer,
  wait: Wait = pause,
): Promise<void> => {
  const body = Buffer.from(answer.body);
  const length = answer.status === 204 ? {} : { 'content-length': body.length };
  response.writeHead(answer.status, { ...answer.headers, ...length });
  if (isCut) await resetDuring(response, body);
  else if (trickle > 0) await dribble(response, body, trickle, wait);
  else response.end(body);
};
