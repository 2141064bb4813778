import { getOrElse, toUndefined, tryCatch } from 'fp-ts/Option';
import type { Slot } from '../../model/paging/draft';
import type { Answer } from '../../model/paging/sources';
import { isSecretParameter } from '../../model/secrets/secretParameter';
import { maxJsonSecrets } from '../../model/secrets/jsonSecrets';

/** Stands for an unknown origin. A name that ends with `.invalid` is never registered. */
const nowhere = 'http://base.invalid';
const otherHost = 'http://other.invalid';

const parse = (text: string, base?: string): URL | undefined =>
  toUndefined(tryCatch(() => new URL(text, base)));

const tail = ({ pathname, search }: URL): string => pathname + search;

/** Whether a segment of a path leads upwards for a server that decodes it before it looks: `..%2Fx`, `..;x`. */
const leavesSegment = (pathname: string): boolean =>
  pathname.split('/').some((segment) => {
    const text = segment.replace(/%(2e|2f|5c|3b)/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    return text.split(/[/\\;]/).includes('..');
  });

/** Whether a text is an address relative to a base, written as a URL parser would write it. */
export const isRequestAddress = (text: string): boolean => {
  const url = parse(nowhere + text);
  return (
    /^\/(?!\/)/.test(text) &&
    url?.origin === nowhere &&
    tail(url) === text &&
    !leavesSegment(url.pathname)
  );
};

/** A path below a base as it is sent; undefined where it leads elsewhere, or is more than a path. */
export const pathBelow = (path: string): string | undefined => {
  const { pathname = '', search, hash } = parse(nowhere + path) ?? {};
  // What does not begin with a slash would belong to the name of the host.
  const isSteady = path.startsWith('/') && pathname.split('/').length === path.split('/').length;
  return isSteady && !search && !hash && isRequestAddress(pathname) ? pathname : undefined;
};

/** A segment of fewer characters is found in any text. */
const minSegment = 6;

const decoded = (text: string): string =>
  getOrElse(() => text)(tryCatch(() => decodeURIComponent(text)));

/**
 * What is secret of a link: the values in its query string and the longer segments that are not in the address of request 1, as
 * they stand there and decoded; not many more than an error would look for. What the user wrote is not a cursor, but may be a key.
 */
export const secretsInLink = (link: string, asked: string): ReadonlyArray<string> => {
  const { pathname = '', search = '' } = parse(nowhere + link) ?? {};
  const [path = '', query = ''] = asked.split('?');
  const known = path.split('/');
  const segments = pathname
    .split('/')
    .filter((part) => part.length >= minSegment && !known.includes(part));
  const written = query.split('&');
  const values = search
    .slice(1)
    .split('&', maxJsonSecrets + 1)
    .map((part) => [part, ...(/^([^=]*)=(.*)$/s.exec(part)?.slice(1) ?? ['', part])] as const)
    .filter(
      ([part, name = '', value = '']) =>
        !written.includes(part) || isSecretParameter(name, decoded(value)),
    )
    .map(([, , value = '']) => value);
  const raw = [...new Set([...segments, ...values])].slice(0, maxJsonSecrets + 1);
  return [...new Set([...raw, ...raw.map((value) => decoded(value.replaceAll('+', ' ')))])];
};

/** The path of an address and its query: each field as it stands there, by its name as `query` writes it. */
export const splitAddress = (
  address: string,
): { readonly path: string; readonly query: ReadonlyMap<string, string> } => {
  const [path = '', search] = address.split(/\?(.*)/s);
  const query = new Map<string, string>();
  for (const field of search?.split('&') ?? []) {
    const [raw = ''] = field.split('=', 1);
    const name = decoded(raw.replaceAll('+', ' '));
    const before = query.get(name);
    query.set(name, before === undefined ? field : `${before}&${field}`);
  }
  return { path, query };
};

/** The origin and the path that requests are sent to: the address that was asked, less what was asked for. */
const baseOf = ({ url, request }: Answer): readonly [origin: string, path: string] | undefined => {
  const asked = url === undefined ? undefined : parse(url);
  const path = tail(parse(nowhere + request.url) ?? new URL(nowhere));
  return asked && tail(asked).endsWith(path)
    ? [asked.origin, tail(asked).slice(0, -path.length)]
    : undefined;
};

/** A relative link stays at whatever origin it is resolved against. */
const isRelative = (link: string): boolean =>
  parse(link, nowhere)?.origin === nowhere && parse(link, otherHost)?.origin === otherHost;

/** The address of a link relative to the base of its request; undefined where it leaves the base (law 27). */
export const belowBase = (link: string, answer: Answer, anyOrigin: boolean): string | undefined => {
  const base = baseOf(answer);
  const [origin, path] = base ?? [nowhere, ''];
  const target = parse(link, base ? answer.url : nowhere + answer.request.url);
  if (target === undefined || !/^https?:$/.test(target.protocol)) return undefined;
  const isHome = base
    ? target.origin === origin && target.username + target.password === ''
    : isRelative(link);
  const isBelow = target.pathname.startsWith(`${path}/`);
  if (!anyOrigin && !(isHome && isBelow)) return undefined;
  const address = isBelow ? tail(target).slice(path.length) : tail(target);
  return isRequestAddress(address) ? address : undefined;
};

/** Where a link goes: it stands in place of the path and the query of request 1. */
export const addressSlot: Omit<Slot, '~slot'> = {
  part: 'query',
  label: 'address',
  valueIn: () => undefined,
  write: (draft, address) => {
    draft.path = String(address);
    draft.query.clear();
    return draft.path;
  },
};
