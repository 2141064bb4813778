import { redactor } from '../model/errors/redact';
import { printable, shortened } from './printable';

/** A text that a service sent. It is kept out of reach, and calling it gives what may be shown of it. */
export type Said = () => string;

/** What every text of a service passes before anybody sees it: services echo, and what they say may be forged. */
export interface Gate {
  /** Takes note of a credential or a page token, which no text shows from now on. */
  readonly hide: (secret: string) => void;
  /** Takes a text in. It is looked at when it is called, so that it hides what becomes known later, too. */
  readonly said: (text: string) => Said;
}

/** What is longer cannot be of use to people, and to look for secrets in it would take long. */
const longestText = 4_000;

const longestShown = 200;

/** A walk may have pages without end. In all their forms these are as many as a redactor takes. */
const mostSecrets = 120;

export const createGate = (): Gate => {
  const secrets = new Set<string>();
  return {
    hide: (whole) => {
      // No text that is looked at can hold more of it.
      const secret = whole.slice(0, longestText);
      secrets.delete(secret);
      secrets.add(secret);
      for (const oldest of secrets) {
        if (secrets.size <= mostSecrets) break;
        secrets.delete(oldest);
      }
    },
    said: (text) => {
      const { length } = text;
      // Not its beginning: that could be the beginning of a secret.
      if (length > longestText) return () => `a text of ${length} characters`;
      return () => shortened(printable(redactor([...secrets])(text)), longestShown);
    },
  };
};
