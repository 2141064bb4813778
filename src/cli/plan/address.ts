import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { isSegment } from '../../model/endpoints/path';
import { isSecretName, isSecretParameter } from '../../model/secrets/secretParameter';
import { headerIn } from '../connection/credentials';
import { isAddress } from '../options/readers';
import { tokenVariable } from '../options/variables';
import { type Checked, type Complaint, misuse } from '../terminal/Complaint';

/** An address to walk, in the parts that a walk is made of. */
export interface Address {
  readonly origin: string;
  /** The path as a template; what a template cannot say is a param. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** What the last segment of the path calls its items. */
  readonly name: string;
  /** The parameters of the query string, each with all its values. */
  readonly query: ReadonlyMap<string, ReadonlyArray<string>>;
}

/** The characters of a segment that a template takes as they are. */
const plain = /^[\w.~!$&'()*+,;=:@-]+$/;

const decoded = (segment: string): string | undefined =>
  O.toUndefined(O.tryCatch(() => decodeURIComponent(segment)));

/** Reads an address. No message repeats it: its query string may hold a secret. */
export const readAddress = (text: string): E.Either<Complaint, Address> => {
  const url = isAddress(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) {
    const isBare = /^[\w.-]+(:\d+)?([/?]|$)/.test(text);
    return E.left(
      misuse(
        `URL must be an address such as https://api.example.com/items${isBare ? ': write http:// before it' : ''}`,
      ),
    );
  }
  if (url.username !== '' || url.password !== '') {
    return E.left(
      misuse(
        'URL must hold no user name and no password; name a file with --token-file or --headers-file',
      ),
    );
  }
  if (url.hash !== '')
    return E.left(misuse('URL must hold no fragment: no # and nothing behind it'));
  const segments = url.pathname.slice(1).split('/');
  const isDirectory = segments.at(-1) === '';
  const named = isDirectory ? segments.slice(0, -1) : segments;
  const values = named.map(decoded).filter((value) => value !== undefined && isSegment(value));
  if (values.length < named.length) {
    return E.left(
      misuse(
        'the path of URL cannot be sent: it has an empty segment, or a % that encodes nothing',
      ),
    );
  }
  const parts = named.map((segment, index) =>
    plain.test(segment) ? segment : `{segment${index}}`,
  );
  const odd = values.flatMap((value, index) =>
    parts[index] === named[index] ? [] : [[`segment${index}`, value]],
  );
  const params = Object.fromEntries(odd) as Readonly<Record<string, string>>;
  const query = new Map(
    Array.from(url.searchParams.keys(), (name) => [name, url.searchParams.getAll(name)]),
  );
  if (query.has(''))
    return E.left(misuse('the query string of URL has a parameter without a name'));
  const path = `/${parts.join('/')}${isDirectory && parts.length > 0 ? '/' : ''}`;
  return E.right({ origin: url.origin, path, params, name: values.at(-1) ?? 'item', query });
};

/** The headers of `--header`. No message repeats a value: it may be a secret all the same. */
export const plainHeaders = (
  given: ReadonlyArray<string> = [],
): Checked<Readonly<Record<string, string>>> => {
  const found = new Map<string, string>();
  for (const text of given) {
    const header = headerIn(text);
    if (E.isLeft(header)) return E.left(misuse(`--header ${header.left}`));
    const [key, value] = header.right;
    if (isSecretName(key) || /^(bearer|basic|digest|token) /i.test(value)) {
      const advice = `set ${tokenVariable} for a bearer token, or write the header to a file for --headers-file`;
      return E.left(
        misuse(`--header ${key}: anyone on this machine can read a command line; ${advice}`),
      );
    }
    if (found.has(key)) return E.left(misuse(`--header ${key} is there twice`));
    found.set(key, value);
  }
  return E.right(Object.fromEntries(found));
};

/** The values in the query string of an address that must not be shown: keys and cursors (law 14). */
export const secretsIn = ({ query }: Address): ReadonlyArray<string> =>
  [...query].flatMap(([name, values]) =>
    values.filter((value) => value !== '' && isSecretParameter(name, value)),
  );

/** The same in a body. Of `token:VALUE`, as JSON-RPC has it among its params, both count. */
export const bodySecrets = (body: unknown): ReadonlyArray<string> => {
  const found: Array<string> = [];
  JSON.stringify(body, (name, value: unknown) => {
    const [, word = name, rest] =
      typeof value === 'string' ? (/^(\w+):(.+)$/.exec(value) ?? []) : [];
    if (typeof value === 'string' && value !== '' && isSecretParameter(word, value)) {
      found.push(value, ...(rest === undefined ? [] : [rest]));
    }
    return typeof value === 'bigint' ? String(value) : value;
  });
  return found;
};
