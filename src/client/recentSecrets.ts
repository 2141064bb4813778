import { type Option, isSome } from 'fp-ts/Option';
import type { PageToken } from '../model/PageToken';
import { type AuthHeaders, isSameCredential } from './Auth';

/** What was sent and must not be shown: the headers of a credential, or what is secret of a page token. */
export type Secrets = AuthHeaders | ReadonlyArray<string>;

/** An answer may repeat a secret that was sent shortly before. */
const maxRemembered = 8;

/** This many characters of a secret are looked at for words that are secrets too. */
export const maxSecret = 4_000;

/** Remembers the last values that differ from each other, the newest at the end. */
const lastDifferent = <T>(isSame: (a: T, b: T) => boolean) => {
  let kept: ReadonlyArray<T> = [];
  return {
    add: (value: T): void => {
      if (kept[kept.length - 1] === value) return;
      kept = [...kept.filter((other) => !isSame(other, value)), value].slice(-maxRemembered);
    },
    all: (): ReadonlyArray<T> => kept,
  };
};

/** The secrets that a walk sent last, those of the request at hand among them (law 14). */
export const recentSecrets = (
  secretsOf: (pageToken: PageToken) => ReadonlyArray<string> = (pageToken) => [pageToken],
) => {
  const tokens = lastDifferent<PageToken>((a, b) => a === b);
  const credentials = lastDifferent(isSameCredential);
  return {
    add: (pageToken: Option<PageToken>, credential: AuthHeaders): void => {
      if (isSome(pageToken)) tokens.add(pageToken.value);
      credentials.add(credential);
    },
    all: (): ReadonlyArray<Secrets> => [...tokens.all().map(secretsOf), ...credentials.all()],
  };
};
