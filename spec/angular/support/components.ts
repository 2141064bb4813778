import '@angular/compiler';
import {
  createEnvironmentInjector,
  EnvironmentInjector,
  type EnvironmentProviders,
  inject,
  type Provider,
  runInInjectionContext,
} from '@angular/core';
import { type Application, application } from './angular';

/** An application whose components come and go. */
export interface WithComponents extends Application {
  /** Opens a component, in the application or in a route with providers of its own. */
  readonly open: <R>(
    make: () => R,
    ...providers: ReadonlyArray<Provider | EnvironmentProviders>
  ) => { readonly list: R; readonly leave: () => void };
}

export const withComponents = (
  ...providers: ReadonlyArray<Provider | EnvironmentProviders>
): WithComponents => {
  const app = application(...providers);
  const root = app.run(() => inject(EnvironmentInjector));
  return {
    ...app,
    open: (make, ...own) => {
      const injector = createEnvironmentInjector([...own], root);
      return {
        list: runInInjectionContext(injector, make),
        leave: () => {
          injector.destroy();
        },
      };
    },
  };
};
