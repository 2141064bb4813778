import { asyncScheduler } from 'rxjs';
import { fieldOf, mayPass, statusOf, waitOf } from '../../model/errors/thrownValue';
import type { PageFailure } from '../../model/errors/WalkError';
import { maxErrorBytes } from '../../model/http';
import { cut, printable } from '../../model/text';

const maxMessage = 500;

/** What is known of a call that threw. */
interface ThrowingCall {
  /** How long it took. */
  readonly ms: number;
  /** Takes the cursor out of a text. */
  readonly clean: (text: string) => string;
  /** Whether its cursor is no longer accepted. */
  readonly isExpired: boolean;
  /** Decides about what has no status. */
  readonly transient: ((error: unknown) => boolean) | undefined;
}

/** What a call threw, as a value (law 43). */
export const callFailure = (
  thrown: unknown,
  { ms, clean, isExpired, transient = mayPass }: ThrowingCall,
): PageFailure => {
  const code = fieldOf(thrown, 'code');
  const shown = (text: unknown): string =>
    typeof text === 'string' ? cut(printable(clean(text.slice(0, maxErrorBytes))), maxMessage) : '';
  const words = shown(fieldOf(thrown, 'message')) || shown(thrown);
  const message = words && { message: words };
  const status = statusOf(thrown);
  if (isExpired) return { _tag: 'PageTokenExpired', status: status ?? 410, ...message };
  const wait = waitOf(thrown, asyncScheduler.now());
  const named = wait === undefined ? {} : { retryAfter: wait };
  if (status !== undefined) return { _tag: 'HttpFailure', status, ...message, ...named };
  const isTransient = transient(thrown);
  if (isTransient && fieldOf(thrown, 'name') === 'TimeoutError')
    return { _tag: 'TimedOut', after: ms };
  return {
    _tag: 'NetworkFailure',
    reason: words || 'the call failed',
    ...(['string', 'number'].includes(typeof code) && { code: shown(String(code)) }),
    ...(isTransient ? named : { permanent: true }),
  };
};
