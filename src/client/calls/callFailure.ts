import { asyncScheduler } from 'rxjs';
import { fieldOf, mayPass, statusOf, waitOf } from '../../model/errors/thrownValue';
import type { PageFailure } from '../../model/errors/WalkError';
import { maxErrorBytes } from '../../model/http';
import { cut, printable } from '../../model/text';

const maxMessage = 500;

/**
 * What a call threw, as a value (law 43). `clean` takes the cursor out of its words, `ms` is how long it took, and `transient` decides
 * about what has no status.
 */
export const callFailure = (
  thrown: unknown,
  ms: number,
  clean: (text: string) => string,
  transient: (error: unknown) => boolean = mayPass,
): PageFailure => {
  const code = fieldOf(thrown, 'code');
  const shown = (text: unknown): string =>
    typeof text === 'string' ? cut(printable(clean(text.slice(0, maxErrorBytes))), maxMessage) : '';
  const words = shown(fieldOf(thrown, 'message')) || shown(thrown);
  const status = statusOf(thrown);
  const wait = waitOf(thrown, asyncScheduler.now());
  const named = wait === undefined ? {} : { retryAfter: wait };
  if (status !== undefined)
    return { _tag: 'HttpFailure', status, ...(words && { message: words }), ...named };
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
