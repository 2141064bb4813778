import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Auth } from '../../index';
import { headers } from '../../client/credentials/headers';
import { anonymous, withEach } from '../../client/credentials/Auth';
import { isHeader } from '../../model/http';
import { type Credential, credentialOf } from '../../model/secrets/Credential';
import { type Checked, misuse } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import {
  type CredentialIo,
  type Credentials,
  type Headers,
  type LoginFlags,
  readAs,
  readLogin,
} from './logins';
import type { Flags } from '../options/Option';
import type { headerOptions, tokenOptions } from '../options/tables';
import { tokenVariable } from '../options/variables';

/** Where a bearer token may come from. Never from the command line: everybody on the machine can read it. */
export type TokenFlags = Flags<typeof tokenOptions>;

export type CredentialFlags = TokenFlags &
  LoginFlags &
  Pick<Flags<typeof headerOptions>, 'headersFile'>;

type Token = Checked<O.Option<string>>;

/** The same characters that `bearer` sends. The message shows none of them. */
const usable = (text: string, where: string): Token =>
  /^[\x21-\x7e]+$/.test(text)
    ? E.right(O.some(text))
    : E.left(
        misuse(
          `${where} holds no usable token: one line of printable ASCII without spaces is needed`,
        ),
      );

/** The bearer token, if there is one; one that was asked for by name and is not there is a mistake. */
export const readToken = async (
  { tokenEnv, tokenFile }: TokenFlags,
  env: Io['env'],
): Promise<Token> => {
  if (tokenFile !== undefined)
    return readAs('token', tokenFile, (text) => usable(text.trim(), tokenFile));
  const name = tokenEnv ?? tokenVariable;
  // A variable may be called `constructor`: only what the environment has itself counts.
  const text = (Object.hasOwn(env, name) ? env[name] : undefined)?.trim() ?? '';
  if (text !== '') return usable(text, `the environment variable ${name}`);
  return tokenEnv === undefined
    ? E.right(O.none)
    : E.left(misuse(`the environment variable ${name} is not set`));
};

/** Headers that say where a message ends, or what becomes of its connection. A wrong one hides a request in another. */
const ofConnection =
  /^(connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

type Header = readonly [name: string, value: string];

/** The name and the value of a header, as people write it; or why it cannot be sent, without the line, which may be a secret. */
export const headerIn = (text: string): E.Either<string, Header> => {
  const [, word = '', value = ''] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(text) ?? [];
  const name = word.toLowerCase();
  if (!isHeader([name, value]) || value === '') return E.left('is written NAME: VALUE');
  return ofConnection.test(name)
    ? E.left(`cannot be ${name}: that belongs to the connection, and is set for each request`)
    : E.right([name, value]);
};

/** The headers in a text, one in a line: `Name: value`. Blank lines, and those that begin with a #, say nothing. */
const headersIn = (text: string, file: string): Checked<Headers> => {
  const found = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const header = headerIn(line);
    const at = `${file}:${index + 1}`;
    if (E.isLeft(header)) return E.left(misuse(`${at}: a header ${header.left}`));
    const [name, value] = header.right;
    if (found.has(name)) return E.left(misuse(`${at}: the header ${name} is there twice`));
    found.set(name, value);
  }
  return E.right(Object.fromEntries(found));
};

/** The same authentication, whose requests have further headers, and carry something else that no error may repeat. */
export const adding = (
  auth: Auth = anonymous,
  more: Headers = {},
  secrets: ReadonlyArray<string> = [],
): Auth => {
  const added = credentialOf(more, secrets);
  /** What was refused, as the authentication itself knows it. */
  const without = (sent?: Credential): Credential | undefined =>
    sent && {
      ...sent,
      headers: Object.fromEntries(
        Object.entries(sent.headers).filter(([name]) => !Object.hasOwn(more, name)),
      ),
    };
  return withEach(
    {
      ...auth,
      current: (asking) => auth.current({ ...asking, refused: without(asking.refused) }),
    },
    E.map((credential) => ({
      ...credential,
      headers: { ...more, ...credential.headers },
      secrets: [...credential.secrets, ...added.secrets],
    })),
  );
};

const headersGiven = async ({ headersFile }: CredentialFlags): Promise<Checked<Headers>> =>
  headersFile === undefined
    ? E.right({})
    : readAs('headers', headersFile, (text) => headersIn(text, headersFile));

/** What says who asks, beside the file of headers, as a message names it. */
const besideHeaders = (
  { tokenEnv, tokenFile }: TokenFlags,
  login: O.Option<Credentials>,
): string | undefined => {
  if (O.isSome(login)) return login.value.tokenFrom;
  return (tokenEnv ?? tokenFile) === undefined ? undefined : '--token-env and --token-file';
};

/** A token and headers as they are sent. Files are read again once the service has refused what they held: programs that rotate credentials write to them. */
const sending = (
  flags: CredentialFlags,
  sent: Headers,
  again: () => Promise<Checked<Credentials>>,
): Credentials['auth'] => {
  if (Object.keys(sent).length === 0) return undefined;
  if (flags.tokenFile === undefined && flags.headersFile === undefined) return headers(sent);
  return headers(async (stale?: Headers) => {
    if (stale === undefined) return sent;
    const read = await again();
    // The client shows what is plain words of it.
    if (E.isLeft(read)) throw new Error(read.left.message);
    return read.right.sent;
  });
};

/** Reads what the flags name. Headers and tokens are in files: anyone on the machine can read a command line. */
export const readCredentials = async (
  flags: CredentialFlags,
  host: string,
  io: CredentialIo,
): Promise<Checked<Credentials>> => {
  const login = await readLogin(flags, host, io);
  if (E.isLeft(login)) return login;
  const given = await headersGiven(flags);
  if (E.isLeft(given)) return given;
  const isOwn = 'authorization' in given.right;
  const beside = besideHeaders(flags, login.right);
  if (isOwn && beside !== undefined) {
    return E.left(misuse(`the file of --headers-file has an Authorization: leave out ${beside}`));
  }
  if (O.isSome(login.right)) {
    const { auth, sent, ...known } = login.right.value;
    return E.right({
      ...known,
      auth: adding(auth, given.right),
      sent: { ...given.right, ...sent },
    });
  }
  const token = isOwn ? E.right(O.none) : await readToken(flags, io.env);
  if (E.isLeft(token)) return token;
  const { tokenEnv = tokenVariable, tokenFile } = flags;
  const sent = {
    ...(O.isSome(token.right) && { authorization: `Bearer ${token.right.value}` }),
    ...given.right,
  };
  return E.right({
    token: token.right,
    tokenFrom:
      tokenFile === undefined ? `the environment variable ${tokenEnv}` : `the file ${tokenFile}`,
    auth: sending(flags, sent, () => readCredentials(flags, host, io)),
    sent,
  });
};
