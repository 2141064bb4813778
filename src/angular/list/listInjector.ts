import { assertInInjectionContext, inject, Injector } from '@angular/core';
import { checkKnown } from '../../model/optionChecks';
import type { WalkListOptions } from '../WalkList';

type AnyOptions = WalkListOptions<never, never>;

/** Options of lists that reload by themselves. */
export const reloads: ReadonlyArray<keyof AnyOptions> = ['staleTime', 'refreshEvery'];

const common: ReadonlyArray<keyof AnyOptions> = [
  'params',
  'stream',
  'client',
  'injector',
  'debounceTime',
  'keepPrevious',
  'key',
  'cacheKey',
  'refreshOn',
  'server',
  'debugName',
];

/** Refuses options that a list does not know, in development, and gives the injector that it belongs to. `own` are the options of its kind. */
export const listInjector = (
  name: string,
  make: (options: never) => unknown,
  options: Pick<AnyOptions, 'injector' | 'server'>,
  own: ReadonlyArray<string>,
): Injector => {
  // Angular's build for production sets the constant: by then, names were checked in development.
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    checkKnown(name, options, [...common, ...own]);
    checkKnown(`${name}: server`, options.server ?? {}, ['skip']);
  }
  if (options.injector === undefined) assertInInjectionContext(make);
  return options.injector ?? inject(Injector);
};
