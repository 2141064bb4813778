import { type Either, left } from 'fp-ts/Either';
import { asyncScheduler, defer, map, type Observable, of, timeout } from 'rxjs';
import { isSecretParameter } from '../../model/secrets/secretParameter';
import type { PageFailure } from '../../model/errors/WalkError';
import { isLoopback, maxErrorBytes } from '../../model/http';
import { checkKnown } from '../../model/optionChecks';
import { fetchTransport } from '../../transport/fetchTransport';
import type { Transport } from '../../transport/Transport';
import { singleExchange, type Received } from '../../transport/singleExchange';
import { readTokens, type TokenCredential } from './readTokens';

/** How a token endpoint is asked (RFC 6749): a part of the options of `clientCredentials` and `refreshToken`. @since 1.0.0 */
export interface TokenEndpoint {
  /** The address of the token endpoint: https, or http on this machine. */
  readonly tokenURL: string;
  /** The id of the client, as it is registered there. */
  readonly clientId: string;
  /** What the client may do, in words of the service, with spaces between them. */
  readonly scope?: string | undefined;
  /** Further fields of the form, such as `audience`. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Where id and secret are sent: in a header (`'basic'`, the default), or in the form (`'body'`). */
  readonly sendAs?: 'basic' | 'body' | undefined;
  /** Sends the request instead of `fetch`. Its base address must be the origin of `tokenURL`. */
  readonly transport?: Transport | undefined;
}

/** Asks for tokens, with further fields of the form, which are secrets. */
export type AskForTokens = (
  grantType: string,
  fields?: Readonly<Record<string, string>>,
) => Observable<Either<PageFailure, TokenCredential>>;

const maxTime = 30_000;

const timedOut: Received = left({ _tag: 'TimedOut', after: maxTime });

const checkURL = (name: string, tokenURL: string): URL => {
  const url = URL.canParse(tokenURL) ? new URL(tokenURL) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  // The messages do not repeat the address: it may hold a password.
  if (!url || !isSafe)
    throw new TypeError(`${name}: tokenURL must be an https address, or http on this machine`);
  if (url.username || url.password || tokenURL.includes('#')) {
    throw new TypeError(`${name}: tokenURL must have no user, no password and no fragment`);
  }
  return url;
};

const checkTexts = (name: string, texts: Readonly<Record<string, unknown>>): void => {
  const [wrong] =
    Object.entries(texts).find(([, text]) => typeof text !== 'string' || text === '') ?? [];
  if (wrong !== undefined)
    throw new TypeError(`${name}: ${wrong} must be a string that is not empty`);
};

/** The fields of the form that have options or values of their own. */
const reserved = ['grant_type', 'client_id', 'client_secret', 'scope', 'refresh_token'];

const checkParams = (name: string, params: Readonly<Record<string, string>>): void => {
  checkTexts(`${name}: params`, params);
  const own = reserved.find((field) => Object.hasOwn(params, field));
  if (own !== undefined) throw new TypeError(`${name}: ${own} must not be in params`);
};

const formText = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(fields).toString();

/** Id and secret are encoded as in a form before they are joined (RFC 6749, section 2.3.1). */
const basicOf = (...texts: ReadonlyArray<string>): string =>
  btoa(texts.map((text) => formText({ '': text }).slice(1)).join(':'));

export const tokenRequest = (
  name: string,
  secret: { readonly clientSecret?: string },
  options: TokenEndpoint,
): AskForTokens => {
  const {
    tokenURL,
    clientId,
    scope,
    params = {},
    sendAs = 'basic',
    transport,
    ...others
  } = options;
  checkKnown(name, others);
  const url = checkURL(name, tokenURL);
  const scoped = scope === undefined ? {} : { scope };
  const { clientSecret } = secret;
  checkTexts(name, { clientId, ...scoped, ...secret });
  checkParams(name, params);
  if (!['basic', 'body'].includes(sendAs))
    throw new TypeError(`${name}: sendAs must be 'basic' or 'body'`);
  const send =
    transport ??
    fetchTransport({ baseURL: url.origin, timeout: maxTime, maxResponseBytes: maxErrorBytes });

  const basic =
    sendAs === 'basic' && clientSecret !== undefined ? basicOf(clientId, clientSecret) : undefined;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(basic !== undefined && { authorization: `Basic ${basic}` }),
  };
  const client =
    basic === undefined
      ? { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
      : {};
  const given = [...url.searchParams, ...Object.entries(params)].filter((field) =>
    isSecretParameter(...field),
  );
  const known = [clientSecret, basic, ...given.map(([, value]) => value)].filter(
    (text) => text !== undefined,
  );

  return (grantType, fields = {}) =>
    defer(() => {
      const sentAt = asyncScheduler.now();
      const body = formText({ grant_type: grantType, ...params, ...client, ...scoped, ...fields });
      const request = { method: 'POST' as const, url: url.pathname + url.search, headers, body };
      return singleExchange(() => send(request)).pipe(
        timeout({ first: maxTime, with: () => of(timedOut) }),
        map((received) => readTokens(received, sentAt, [...known, ...Object.values(fields)])),
      );
    });
};
