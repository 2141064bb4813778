import type { PackedFile } from './Check';

/** What must stand in no file of a release, source maps and the sources inside of them included. */
const patterns: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of GitHub', /\b(gh[opsur]_[A-Za-z0-9]{36}|github_pat_\w{22})/],
  ['a token of GitLab', /\bglpat-[\w-]{20}/],
  ['a key of AWS', /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a key of Google', /\bAIza[\w-]{35}/],
  ['a token of Slack', /\bxox[abeoprs]-[\w-]{10}/],
  ['a secret key', /\bsk[-_][A-Za-z][\w-]{20}/],
  ['a signed token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a setting of a registry', /\/\/[\w.:-]+\/[\w./-]*:_\w+|\b_(authToken|auth|password)\s*=/],
  [
    'the address of a registry',
    /\bhttps?:\/\/[\w.-]*\b(registry|artifactory|nexus|verdaccio)\b[\w.-]*/i,
  ],
  ['an address with a password', /\b[a-z][a-z+]*:\/\/[^\s/:@'"`]+:[^\s/:@'"`]+@/i],
  [
    'a path of the machine it was built on',
    /(?<![\w.:/])(\/home|\/Users|\/root)\/[\w.-]+|\b[A-Z]:\\{1,2}Users\\/,
  ],
];

const names =
  /(^|\/)(\.npmrc|\.env[^/]*|\.netrc|id_(rsa|dsa|ecdsa|ed25519)[^/]*|[^/]*\.(pem|key|p12|pfx|keystore|tgz))$/;

/** Literal texts that tell of this machine: its folders, and the host of its registry. Short ones would be found everywhere. */
const literals = (machine: ReadonlyArray<string>): ReadonlyArray<string> =>
  machine.filter((text) => text.length > 4);

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** The secrets in a file, by what they are and where. What was found is never repeated: this is read in logs. */
const secretsIn =
  (machine: ReadonlyArray<string>) =>
  ({ path, text }: PackedFile): ReadonlyArray<string> => {
    const found = patterns.flatMap(([what, pattern]) => {
      const index = text.search(pattern);
      return index === -1 ? [] : [`${path}:${lineOf(text, index)} holds ${what}`];
    });
    const told = literals(machine).flatMap((literal) => {
      const index = text.indexOf(literal);
      return index === -1
        ? []
        : [`${path}:${lineOf(text, index)} tells of the machine it was built on`];
    });
    return [
      ...(names.test(path) ? [`${path} is a file that holds secrets`] : []),
      ...new Set([...found, ...told]),
    ];
  };

/** What must not be told and is, in any file. `machine`: texts that tell of the machine that builds. */
export const secretProblems = (
  files: ReadonlyArray<PackedFile>,
  machine: ReadonlyArray<string>,
): ReadonlyArray<string> => files.flatMap(secretsIn(machine));
