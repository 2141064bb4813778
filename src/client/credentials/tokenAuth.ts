import { asyncScheduler, type Observable } from 'rxjs';
import { type Auth, authWith, type Given } from './Auth';
import type { TokenCredential } from './readTokens';
import { type Renewal, renewing } from './renewing';

/**
 * Sends access tokens that a token endpoint gives: renewed in time, and never left (law 46). A request for one may have spent a
 * refresh token.
 */
export const tokenAuth = (
  renew: (renewal: Renewal<TokenCredential>) => Observable<Given<TokenCredential>>,
  { bindsWalks = false } = {},
): Auth =>
  authWith(
    renewing<TokenCredential>(
      (renewal) => {
        renewal.hold();
        return renew(renewal);
      },
      {
        isDue: ({ renewAt }) => asyncScheduler.now() >= renewAt,
        isExpired: ({ expiresAt }) => asyncScheduler.now() >= expiresAt,
        bindsWalks,
      },
    ),
  );
