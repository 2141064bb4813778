import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { readFile } from 'node:fs/promises';
import { isHeader } from '../../model/http';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { printable } from '../terminal/text';

/** Where a bearer token may come from. Never from the command line: everybody on the machine can read it. */
export interface TokenFlags {
  readonly tokenEnv?: string;
  readonly tokenFile?: string;
}

/** The variable that is read when no flag names another. */
export const tokenVariable = 'PAGEWALK_TOKEN';

/** The variable that holds the password of `--auth`. */
export const passwordVariable = 'PAGEWALK_PASSWORD';

/** Where the credentials of `--auth` are from, in words. */
export const basicPlace = '--auth';

/** The password of `--auth`: from the environment, or typed in. Everybody on the machine could read an argument. */
export const readPassword = async (user: string, { env, ask }: Pick<Io, 'env' | 'ask'>): Promise<Checked<string>> => {
  const password = env[passwordVariable] ?? (await ask?.(`Password of ${printable(user)}: `)) ?? '';
  return password === '' ? E.left(misuse(`set ${passwordVariable}: --auth needs a password`)) : E.right(password);
};

export const tokenPlaceOf = ({ tokenEnv, tokenFile }: TokenFlags): string =>
  tokenFile === undefined ? `the environment variable ${tokenEnv ?? tokenVariable}` : `the file ${tokenFile}`;

type Token = Checked<O.Option<string>>;

/** The same characters that `bearer` sends. The message shows none of them. */
const usable = (text: string, where: string): Token =>
  /^[\x21-\x7e]+$/.test(text)
    ? E.right(O.some(text))
    : E.left(misuse(`${where} holds no usable token: one line of printable ASCII without spaces is needed`));

const fromFile = async (file: string): Promise<Token> => {
  try {
    return usable((await readFile(file, 'utf8')).trim(), file);
  } catch (error) {
    return E.left(misuse(`cannot read the token file ${file}: ${reasonOf(error)}`));
  }
};

/** The bearer token, if there is one; one that was asked for by name and is not there is a mistake. */
export const readToken = async ({ tokenEnv, tokenFile }: TokenFlags, env: Io['env']): Promise<Token> => {
  if (tokenFile !== undefined) return fromFile(tokenFile);
  const name = tokenEnv ?? tokenVariable;
  // A variable may be called `constructor`: only what the environment has itself counts.
  const text = (Object.hasOwn(env, name) ? env[name] : undefined)?.trim() ?? '';
  if (text !== '') return usable(text, `the environment variable ${name}`);
  return tokenEnv === undefined ? E.right(O.none) : E.left(misuse(`the environment variable ${name} is not set`));
};

/** A credential that is read again once the service has refused it: programs that rotate them write to the same file. */
export const renewable =
  <C>(credential: C, read: () => Promise<Checked<C>>): ((stale?: C) => Promise<C>) =>
  async (stale) => {
    if (stale === undefined) return credential;
    const renewed = await read();
    // What is thrown here is not shown; the client says that it got no credential.
    if (E.isLeft(renewed)) throw new Error('there is no credential');
    return renewed.right;
  };

/** Headers that go with every request. Their names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** The headers in a text, one in a line: `Name: value`. Blank lines, and those that begin with a #, say nothing. */
const parse = (text: string, file: string): Checked<Headers> => {
  const found = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name = '', value = ''] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    const key = name.toLowerCase();
    const at = `${file}:${index + 1}`;
    // The line itself may be a secret that lacks its name.
    if (!isHeader([key, value]) || value === '') return E.left(misuse(`${at}: a header is written NAME: VALUE`));
    if (found.has(key)) return E.left(misuse(`${at}: the header ${key} is there twice`));
    found.set(key, value);
  }
  return E.right(Object.fromEntries(found));
};

/** Reads `--headers-file`. A command line is no place for credentials: anyone on the machine can read it. */
export const readHeadersFile = async (file: string): Promise<Checked<Headers>> => {
  try {
    return parse(await readFile(file, 'utf8'), file);
  } catch (error) {
    return E.left(misuse(`cannot read the headers file ${file}: ${reasonOf(error)}`));
  }
};
