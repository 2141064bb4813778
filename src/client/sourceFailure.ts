import { type Left, left } from 'fp-ts/Either';
import { redact, redacting } from '../model/secrets/redact';
import type { PageFailure } from '../model/errors/WalkError';
import { printable } from '../model/text';

/** What libraries throw where there was no response, or none that counts: `status` of HttpClient, `response` of axios. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
  readonly response?: { readonly status?: unknown };
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown };
}

/** What browsers say of a fetch without a response. */
const ofFetch = /fetch|network|load failed/i;

/** The codes of sockets, DNS, TLS, undici and axios. Those of Node's arguments, of files and of libraries for logins say otherwise. */
const ofNetwork = /^(?!ERR_(?!NETWORK|STREAM)|ENOENT|EACCES)[A-Z_]+$/;

const isOfNetwork = (code: unknown): boolean => typeof code === 'string' && ofNetwork.test(code);

/** Whether a status says that a login may succeed later. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/** A word, a host, a code (AADSTS50034), a number, an address or a time. Whatever else a message holds may be a secret. */
const isPlain = /^\W?(?:[a-zA-Z]+(?:['._-][a-zA-Z]+)*|[A-Z]+\d+|[\d.:]+m?s?)\W{0,2}$/;

const firstLine = (message: unknown): string => {
  const line =
    typeof message === 'string' ? printable(/\S.*/.exec(message.slice(0, 500))?.[0] ?? '') : '';
  return line.replace(/\S+/g, (word) => (word.length < 40 && isPlain.test(word) ? word : '…'));
};

/**
 * What a credential source threw: its status, or the first line of its message, which may repeat `secrets`. What may pass is
 * repeated as a failure of the network is (law 11), under its tag; if it has a status, it ends as `Unauthorized`.
 */
export const sourceFailure = (
  thrown: unknown,
  secrets: ReadonlyArray<string>,
): Left<PageFailure> => {
  const { name, message, status: own, response, code, cause } = Object(thrown) as Thrown;
  const status = own ?? response?.status;
  const isAnswered = typeof status === 'number' && status > 0;
  const line = firstLine(message);
  const mayPass = isAnswered
    ? isPassing(status)
    : status === 0 ||
      isOfNetwork(code) ||
      isOfNetwork(cause?.code) ||
      name === 'TimeoutError' ||
      (thrown instanceof TypeError && ofFetch.test(line));
  const failure = {
    _tag: mayPass ? 'NetworkFailure' : 'Unauthorized',
    reason: 'the credential source failed',
    ...(isAnswered ? { status } : line && { message: line }),
  } as const;
  return left(redact(redacting()(secrets), failure)) as Left<PageFailure>;
};
