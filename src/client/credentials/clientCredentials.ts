import type { Auth } from './Auth';
import { tokenAuth } from './tokenAuth';
import { type TokenEndpoint, tokenRequest } from './tokenRequest';

/**
 * Authenticates a machine by OAuth 2: asks a token endpoint for an access token with the id and the secret of a client
 * (RFC 6749, section 4.4), and sends it with the request for every page.
 *
 * The token endpoint is asked once for all walks, before the first request. It is asked again with the first request after
 * only a tenth of the token's time is left (5 to 60 seconds), and after a 401. While a token is good, no walk waits for the
 * next one, and none ends if it cannot be had. A token endpoint that is busy or away is asked again as your `retry` says;
 * every other failure is `Unauthorized` with its `status`, its `errorCode` and its words. No error shows the secret.
 *
 * @example
 * ```ts
 * import { axiosTransport, clientCredentials, createClient } from 'pagewalk';
 *
 * const auth = clientCredentials({
 *   tokenURL: 'https://login.example.com/oauth/token',
 *   clientId: 'reports',
 *   clientSecret: process.env.CLIENT_SECRET ?? 'from a vault',
 *   scope: 'objects:read',
 * });
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }), auth });
 * ```
 *
 * @see refreshToken
 * @see bearer
 * @since 1.0.0
 */
export const clientCredentials = ({
  clientSecret,
  ...endpoint
}: TokenEndpoint & {
  /** The secret of the client. */
  readonly clientSecret: string;
}): Auth => {
  const ask = tokenRequest('clientCredentials', { clientSecret }, endpoint);
  return tokenAuth(() => ask('client_credentials'));
};
