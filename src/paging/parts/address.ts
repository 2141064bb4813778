import type { Answer } from '../../model/endpoints/Paging';

/** Stands for an unknown origin. A name that ends with `.invalid` is never registered. */
const nowhere = 'http://base.invalid';
const elsewhere = 'http://other.invalid';

const parse = (text: string, base?: string): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};

const tail = ({ pathname, search }: URL): string => pathname + search;

/** Whether a text is an address relative to a base, written as a URL parser would write it. */
export const isAddress = (text: string): boolean => {
  const url = parse(nowhere + text);
  return /^\/(?!\/)/.test(text) && url?.origin === nowhere && tail(url) === text;
};

/** The values in the query string of an address, as they stand there and decoded. */
export const valuesIn = (address: string): ReadonlyArray<string> => {
  const search = parse(nowhere + address)?.search.slice(1) ?? '';
  return [
    ...search.split('&').map((part) => part.slice(part.indexOf('=') + 1)),
    ...new URLSearchParams(search).values(),
  ];
};

/** The origin and the path that requests are sent to: the address that was asked, less what was asked for. */
const baseOf = ({ url, request }: Answer): readonly [origin: string, path: string] | undefined => {
  const asked = url === undefined ? undefined : parse(url);
  const path = tail(parse(nowhere + request.url) ?? new URL(nowhere));
  return asked && tail(asked).endsWith(path) ? [asked.origin, tail(asked).slice(0, -path.length)] : undefined;
};

/** A relative link stays at whatever origin it is resolved against. */
const isRelative = (link: string): boolean =>
  parse(link, nowhere)?.origin === nowhere && parse(link, elsewhere)?.origin === elsewhere;

/**
 * The address of a link relative to the base of the request that it answers; undefined where it leaves the base (law 27).
 */
export const belowBase = (link: string, answer: Answer, anyOrigin: boolean): string | undefined => {
  const base = baseOf(answer);
  const [origin, path] = base ?? [nowhere, ''];
  const target = parse(link, base ? answer.url : nowhere + answer.request.url);
  if (target === undefined || !/^https?:$/.test(target.protocol)) return undefined;
  const isHome = base ? target.origin === origin && target.username + target.password === '' : isRelative(link);
  const isBelow = target.pathname.startsWith(`${path}/`);
  if (!anyOrigin && !(isHome && isBelow)) return undefined;
  const address = isBelow ? tail(target).slice(path.length) : tail(target);
  return isAddress(address) ? address : undefined;
};
