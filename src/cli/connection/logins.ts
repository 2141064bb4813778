import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Auth } from '../../index';
import { basic } from '../../client/credentials/basic';
import { clientCredentials } from '../../client/credentials/clientCredentials';
import { type Checked, fileComplaint, interrupted, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { printableLine } from '../terminal/text';
import { netrcUser } from './netrc';
import { transportTo } from './transportTo';
import type { Flags } from '../options/Option';
import type { headerOptions, loginOptions } from '../options/tables';
import { passwordVariable, secretVariable } from '../options/variables';

/** Headers that go with every request. Their names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** What authenticates the requests to a service. */
export interface Credentials {
  /** The bearer token as it was when it was read. */
  readonly token: O.Option<string>;
  /** Where it was read, in words. */
  readonly tokenFrom: string;
  /** What sends that token, others after it, and whatever else authenticates a request. */
  readonly auth: Auth | undefined;
  /** What it sends; of a login its password or secret. */
  readonly sent: Headers;
}

export type CredentialIo = Pick<Io, 'env' | 'ask'>;

/** What gets a credential by a login. Passwords and secrets are never arguments: everybody on the machine could read them. */
export type LoginFlags = Flags<typeof loginOptions> & Pick<Flags<typeof headerOptions>, 'auth'>;

/** What to do where the service refuses what a login gave, by its option. */
export const loginAdvice: Readonly<Record<string, string>> = {
  '--auth': 'the service refused the user of --auth, or the password',
  '--oauth':
    'the service refused the token of --oauth, or the token endpoint the client: check --client-id, --scope and the secret',
  '--netrc': 'the service refused the user that .netrc has for it',
};

export const readAs = async <A>(
  what: string,
  file: string,
  parse: (text: string) => Checked<A>,
): Promise<Checked<A>> => {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    return E.left(fileComplaint(`cannot read the ${what} file ${file}`, error));
  }
};

type Login = Promise<Checked<Credentials>>;

/** The credentials of a login, and the secret that it was made with. */
const madeBy = (
  option: string,
  secret: string,
  auth: () => Credentials['auth'],
): Checked<Credentials> =>
  E.tryCatch(
    () => ({ token: O.none, tokenFrom: option, auth: auth(), sent: { secret } }),
    // Without the name of the function that refused it.
    (error) => misuse(`${option}: ${reasonOf(error).replace(/^\w+: /, '')}`),
  );

/** A secret of the environment, or what is typed; empty where there is neither. */
const secretIn = async (
  variable: string,
  question: string,
  { env, ask }: CredentialIo,
): Promise<Checked<string>> => {
  const given = env[variable];
  if (given !== undefined || ask === undefined) return E.right(given ?? '');
  return E.mapLeft(interrupted)(await ask(question, 'a secret'));
};

const basicLogin = async (user: string, io: CredentialIo): Login => {
  const given = await secretIn(passwordVariable, `Password of ${printableLine(user)}: `, io);
  if (E.isLeft(given)) return given;
  const password = given.right;
  if (password === '') return E.left(misuse(`set ${passwordVariable}: --auth needs a password`));
  return madeBy('--auth', password, () => basic(user, password));
};

const oauthLogin = async (tokenURL: string, flags: LoginFlags, io: CredentialIo): Login => {
  const { clientId, clientSecretFile: file, scope } = flags;
  if (clientId === undefined) return E.left(misuse('--oauth needs --client-id'));
  const read =
    file === undefined
      ? await secretIn(secretVariable, `Secret of ${printableLine(clientId)}: `, io)
      : await readAs('client secret', file, (text) => E.right(text.trim()));
  if (E.isLeft(read)) return read;
  const clientSecret = read.right;
  const missing = `set ${secretVariable}, or name a file with --client-secret-file: --oauth needs the secret of the client`;
  if (clientSecret === '') return E.left(misuse(missing));
  const isHttp = /^https?:/i.test(tokenURL) && URL.canParse(tokenURL);
  const transport = isHttp ? await transportTo(new URL(tokenURL).origin, io.env, {}) : undefined;
  return madeBy('--oauth', clientSecret, () =>
    clientCredentials({ tokenURL, clientId, clientSecret, scope, transport }),
  );
};

const netrcLogin = async (host: string, { env }: CredentialIo): Login => {
  const file = env.NETRC ?? join(env.HOME ?? homedir(), '.netrc');
  const user = await readAs('netrc', file, (text) => E.right(netrcUser(text, host)));
  if (E.isLeft(user)) return user;
  if (user.right === undefined) return E.left(misuse(`${file} has no password for ${host}`));
  const { login, password } = user.right;
  return madeBy('--netrc', password, () => basic(login, password));
};

/** The login that the flags name, if they do. */
export const readLogin = async (
  flags: LoginFlags,
  host: string,
  io: CredentialIo,
): Promise<Checked<O.Option<Credentials>>> => {
  const { auth, oauth, netrc } = flags;
  if (auth === undefined && oauth === undefined && netrc === undefined) return E.right(O.none);
  const login =
    auth !== undefined
      ? basicLogin(auth, io)
      : oauth !== undefined
        ? oauthLogin(oauth, flags, io)
        : netrcLogin(host, io);
  return E.map((credentials: Credentials) => O.some(credentials))(await login);
};
