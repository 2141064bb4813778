import type { Provider } from '@angular/core';

/**
 * The features that there are.
 *
 * @since 0.1.0
 */
export type ObjectQueryFeatureKind = 'Devtools' | 'ListCache' | 'Messages' | 'Session' | 'TransferState' | 'Window';

/**
 * Something that `provideObjectQuery` can do beside providing a client. Functions whose names begin with `with` make one.
 *
 * @see withDevtools
 * @see withListCache
 * @see withMessages
 * @see withSession
 * @see withTransferState
 * @see withWindow
 * @since 0.1.0
 */
export interface ObjectQueryFeature<Kind extends ObjectQueryFeatureKind = ObjectQueryFeatureKind> {
  readonly kind: Kind;
  readonly providers: ReadonlyArray<Provider>;
}
