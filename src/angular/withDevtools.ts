import { walksButton } from './devtools/walksButton';
import { DEVTOOLS, type PagewalkFeature } from './PagewalkFeature';

/**
 * Shows in development what the walks of the client do: a button in the corner of the window opens a panel with a lane for
 * each walk.
 *
 * The button comes with the first use of the client. The panel is loaded when the button is pressed, and shows what happened
 * before, too. Angular's production build leaves all of it out.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { providePagewalk, withDevtools } from 'pagewalk/angular';
 *
 * const providers = [
 *   provideHttpClient(withFetch()),
 *   providePagewalk({ baseURL: 'https://objects.example.com' }, withDevtools()),
 * ];
 * ```
 *
 * @since 0.2.0
 */
export const withDevtools = (): PagewalkFeature => ({
  kind: 'Devtools',
  // Angular's build sets the constant, so that the panel is in no bundle for production.
  providers: typeof ngDevMode === 'undefined' || ngDevMode ? [{ provide: DEVTOOLS, useFactory: walksButton }] : [],
});
