import { type Left, left } from 'fp-ts/Either';
import { asyncScheduler } from 'rxjs';
import { fieldOf, mayPass, statusOf, waitOf } from '../../model/errors/thrownValue';
import type { PageFailure } from '../../model/errors/WalkError';
import { redact, redacting } from '../../model/secrets/redact';
import { printable } from '../../model/text';

/** Whether a status says that a login may succeed later. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/** A word, a host, a code (AADSTS50034), a number, an address or a time. Whatever else a message holds may be a secret. */
const plainWord = /^\W?(?:[a-zA-Z]+(?:['._-][a-zA-Z]+)*|[A-Z]+\d+|[\d.:]+m?s?)\W{0,2}$/;

const firstLine = (message: unknown): string => {
  const line =
    typeof message === 'string' ? printable(/\S.*/.exec(message.slice(0, 500))?.[0] ?? '') : '';
  return line.replace(/\S+/g, (word) => (word.length < 40 && plainWord.test(word) ? word : '…'));
};

/**
 * What a credential source threw: its status, or the first line of its message, which may repeat `secrets`. What may pass is
 * repeated as a failure of the network is (law 11), under its tag, after the wait that it names; if it has a status, it ends
 * as `Unauthorized`.
 */
export const sourceFailure = (
  thrown: unknown,
  secrets: ReadonlyArray<string>,
): Left<PageFailure> => {
  const status = statusOf(thrown);
  const line = firstLine(fieldOf(thrown, 'message'));
  const isTransient = status === undefined ? mayPass(thrown) : isPassing(status);
  const wait = isTransient ? waitOf(thrown, asyncScheduler.now()) : undefined;
  const failure = {
    _tag: isTransient ? 'NetworkFailure' : 'Unauthorized',
    reason: 'the credential source failed',
    ...(status === undefined ? line && { message: line } : { status }),
    ...(wait !== undefined && { retryAfter: wait }),
  } as const;
  return left(redact(redacting()(secrets), failure)) as Left<PageFailure>;
};
