import type { Busy, Superseded, WalkError } from '../../index';
import type { ServiceAnswer } from '../../model/errors/WalkError';
import { redacting } from '../../model/secrets/redact';
import { cut } from '../../model/text';
import { plainWords, printableLine } from './text';

/** A text that a service sent. It is kept out of reach, and calling it gives what may be shown of it. */
export type Said = () => string;

/** What every text of a service passes before anybody sees it: services echo, and what they say may be forged. */
export interface Gate {
  /** Takes note of a credential or a page token, which no text shows from now on. */
  readonly hide: (secret: string) => void;
  /** Takes a text in, which is looked at when it is called, so that it hides what becomes known later, too. */
  readonly said: (text: string, isOwn?: boolean) => Said;
}

/** What is longer cannot be of use to people, and to look for secrets in it would take long. */
const maxTextLength = 4_000;

const maxShownLength = 200;

/** A walk may have pages without end. In all their forms these are as many as a redactor takes. */
const maxSecrets = 120;

export const createGate = (): Gate => {
  const secrets = new Set<string>();
  const redactor = redacting();
  return {
    hide: (whole) => {
      // No text that is looked at can hold more of it.
      const secret = whole.slice(0, maxTextLength);
      secrets.delete(secret);
      secrets.add(secret);
      const [oldest = ''] = secrets;
      if (secrets.size > maxSecrets) secrets.delete(oldest);
    },
    said: (text, isOwn) => {
      const { length } = text;
      // Not its beginning: that could be the beginning of a secret.
      if (length > maxTextLength) return () => `a string of ${length} characters`;
      return () => cut(printableLine(redactor(secrets)(text, isOwn)), maxShownLength);
    },
  };
};

/** The words of a service that a description of an error repeats. */
const words = ['errorName', 'errorCode', 'errorInstanceId'] as const;

/** An error as it may be shown: the client knows the secrets of its request, the gate those of the whole run. */
export const shownError = (error: WalkError | Superseded | Busy, { said }: Gate): typeof error => {
  const answer: Partial<ServiceAnswer> = 'status' in error ? error : {};
  const shown = words.flatMap((name) => {
    const word = answer[name];
    return word === undefined ? [] : [[name, said(word)()] as const];
  });
  const { message } = error as Partial<ServiceAnswer>;
  return {
    ...error,
    ...Object.fromEntries(shown),
    ...(message !== undefined && { message: plainWords(message) }),
  };
};
