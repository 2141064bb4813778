import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../core/Exchange';

/** A reset overtakes what the client has not read yet; this long is enough to read on the same machine. */
const timeToRead = 20;

const resetDuring = async (response: ServerResponse, body: Buffer): Promise<void> => {
  await new Promise((resolve) => response.write(body.subarray(0, Math.floor(body.length / 2)), resolve));
  await pause(timeToRead);
  response.socket?.resetAndDestroy();
};

/** Sends an answer, whole unless the connection is to break off in the middle of it. */
export const send = async (response: ServerResponse, { response: answer, isCut }: Answer): Promise<void> => {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, answer.headers);
  if (isCut) await resetDuring(response, body);
  else response.end(body);
};
