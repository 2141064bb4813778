import type { HttpResponse } from '../../model/http';

type Headers = Readonly<Record<string, string>>;

/** An origin as browsers write it, or any. */
export const isOrigin = (text: unknown): text is string =>
  text === '*' || (typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text);

/** Which page may read an answer: one of an origin that the options name. */
export const corsHeaders = (origins: ReadonlyArray<string>, origin: string | undefined): Headers => {
  if (origins.length === 0) return {};
  const isAllowed = origin !== undefined && (origins.includes('*') || origins.includes(origin));
  return isAllowed
    ? { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Link, Retry-After' }
    : { vary: 'Origin' };
};

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept',
  'access-control-max-age': '600',
};

/** The answer to a preflight of a browser. It allows nothing if the page may not read answers. */
export const preflight = (allowed: Headers): HttpResponse => ({
  status: 204,
  headers: 'access-control-allow-origin' in allowed ? preflightHeaders : {},
  body: '',
});
