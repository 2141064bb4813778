/** What was sent and must not be shown: the headers of a credential, or what is secret of a page token. */
export type Secrets = Readonly<Record<string, string>> | ReadonlyArray<string>;

/** An answer may repeat a secret that was sent shortly before. */
const maxRemembered = 8;

/** This many characters of a secret are looked at for words that are secrets too. */
export const maxSecret = 4_000;

/** The secrets that a walk sent last. */
export interface RecentSecrets {
  readonly add: (secrets: Secrets) => void;
  readonly all: () => ReadonlyArray<Secrets>;
}

export const recentSecrets = (): RecentSecrets => {
  let sent: ReadonlyArray<Secrets> = [];
  return {
    add: (secrets) => {
      if (!sent.includes(secrets)) sent = [...sent, secrets].slice(-maxRemembered);
    },
    all: () => sent,
  };
};
