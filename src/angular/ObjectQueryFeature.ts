import type { Provider } from '@angular/core';

/**
 * Something that `provideObjectQuery` can do beside providing a client. Made by `withTransferState`.
 *
 * @see withTransferState
 * @since 0.1.0
 */
export interface ObjectQueryFeature {
  readonly providers: ReadonlyArray<Provider>;
}
