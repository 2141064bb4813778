import { assertInInjectionContext, inject, Injector } from '@angular/core';
import { checkKnown } from '../../model/optionChecks';
import type { WalkListOptions } from '../WalkList';

type Options = WalkListOptions<never, never>;

/** Options of lists that reload by themselves. */
export const reloads: ReadonlyArray<keyof Options> = ['staleTime', 'refreshEvery'];

/** Refuses options that a list does not know, in development, and gives the injector that it belongs to. `own` are the options of its kind. */
export const listInjector = (
  name: string,
  make: (options: never) => unknown,
  options: Pick<Options, 'injector' | 'server'>,
  own: ReadonlyArray<string>,
): Injector => {
  // Angular's build for production sets the constant: by then, names were checked in development.
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    const common = ['params', 'stream', 'client', 'injector', 'debounceTime', 'keepPrevious', 'key', 'cacheKey'];
    checkKnown(name, options, [...common, 'refreshOn', 'server', 'debugName', ...own]);
    checkKnown(`${name}: server`, options.server ?? {}, ['skip', 'status']);
  }
  if (options.injector === undefined) assertInInjectionContext(make);
  return options.injector ?? inject(Injector);
};
