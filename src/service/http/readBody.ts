import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as t from 'io-ts';
import type { IncomingMessage } from 'node:http';
import { invalid, serviceError, type ServiceError } from './ServiceError';

type Body = Readonly<Record<string, unknown>>;
type Read<A> = E.Either<ServiceError, A>;

/** A client that has sent too much still reads its answer if it may go on for a moment; what it sends is discarded. */
const linger = 250;

const letGo = (request: IncomingMessage): void => {
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, linger).unref();
};

/** Rejects when the client goes away before the end. */
const readBytes = (request: IncomingMessage, maxBytes: number): Promise<Read<Buffer>> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = [];
    let size = 0;
    const refuse = (): void => {
      chunks.length = 0;
      letGo(request);
      resolve(E.left(serviceError(413, 'RequestBodyTooLarge', { maxBytes })));
    };
    if (Number(request.headers['content-length']) > maxBytes) {
      refuse();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      const isRefused = size > maxBytes;
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else if (!isRefused) refuse();
    });
    request.once('end', () => {
      resolve(E.right(Buffer.concat(chunks)));
    });
    request.once('error', reject);
  });

const parse = (bytes: Buffer): Read<Body> =>
  pipe(
    E.tryCatch(
      (): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      () => 'is not JSON',
    ),
    E.filterOrElse(t.UnknownRecord.is, () => 'is not a JSON object'),
    E.mapLeft((message) => invalid('body', { problems: [{ at: 'the body', message }] })),
  );

/** The fields of a request's body; no more of it is kept than is allowed. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Read<Body>> =>
  pipe(await readBytes(request, maxBytes), E.chain(parse));
