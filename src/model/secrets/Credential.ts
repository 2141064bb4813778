/** Headers that authenticate a request. */
export type AuthHeaders = Readonly<Record<string, string>>;

/** What is sent to authenticate a request, what must not be shown because of it, and whose it is. */
export interface Credential {
  readonly headers: AuthHeaders;
  /** What no error and no event may show: what the headers hold, and what they were made or got with. */
  readonly secrets: ReadonlyArray<string>;
  /** Whose it is. Where the field is absent, nobody said. */
  readonly user?: unknown;
  /** The session to which a walk belongs that has sent it. Without one a walk continues in the next session. */
  readonly session?: number;
}

/** How the value of an `Authorization` may begin: no secret, but a word of many messages. */
const scheme = /^(?:basic|bearer|digest|token) /i;

/** What each header holds, and what follows its first word. */
const headerSecrets = (headers: AuthHeaders): ReadonlyArray<string> =>
  Object.values(headers).flatMap((value) => [
    value.replace(scheme, ''),
    value.replace(/^\S+ /, ''),
  ]);

/** A credential of headers, and of what else is secret about them. */
export const credentialOf = (
  headers: AuthHeaders,
  secrets: ReadonlyArray<string> = [],
): Credential => ({ headers, secrets: [...headerSecrets(headers), ...secrets] });

const sortedText = (headers: AuthHeaders): string => JSON.stringify(Object.entries(headers).sort());

/** Whether both send the same headers. */
export const isSameCredential = (a: Credential, b: Credential): boolean =>
  a === b || sortedText(a.headers) === sortedText(b.headers);
