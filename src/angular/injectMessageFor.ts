import { assertInInjectionContext, inject, LOCALE_ID } from '@angular/core';
import type { WalkError } from '../model/errors/WalkError';
import { messageFor } from './messageFor';
import { MESSAGES } from './withMessages';

/**
 * `messageFor` with the texts of `withMessages`, and with numbers as Angular's `LOCALE_ID` writes them.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { injectMessageFor, injectObjectQuery, walkSignals } from 'pagewalk/angular';
 *
 * // A component, without what a decorator says of it. Its template: @if (list.status() === 'error') { {{ messageFor(list.error()) }} }
 * class Employees {
 *   private readonly client = injectObjectQuery();
 *   readonly messageFor = injectMessageFor();
 *   readonly list = walkSignals((pace) =>
 *     this.client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', ...pace }),
 *   );
 * }
 * ```
 *
 * @see withMessages
 * @since 0.1.0
 */
export const injectMessageFor = (): ((error: WalkError | undefined) => string) => {
  assertInInjectionContext(injectMessageFor);
  const messages = inject(MESSAGES, { optional: true }) ?? {};
  // An injector that stands alone, as in a test, has none.
  const locale = inject(LOCALE_ID, { optional: true }) ?? undefined;
  return (error) => messageFor(error, messages, locale);
};
