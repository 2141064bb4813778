import '@angular/compiler';
import {
  createEnvironmentInjector,
  EnvironmentInjector,
  type EnvironmentProviders,
  type Provider,
  runInInjectionContext,
} from '@angular/core';
import { getTestBed, TestBed } from '@angular/core/testing';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';

// Kept for all specs: taking it down after each would need a document.
const teardown = { destroyAfterEach: false };
getTestBed().initTestEnvironment(BrowserTestingModule, platformBrowserTesting(), { teardown });
const root = TestBed.inject(EnvironmentInjector);

export interface Application {
  /** Runs a function in the application's injection context. */
  readonly run: <R>(run: () => R) => R;
  /** Destroys the application. */
  readonly leave: () => void;
}

export const application = (...providers: ReadonlyArray<Provider | EnvironmentProviders>): Application => {
  const injector = createEnvironmentInjector([...providers], root);
  return {
    run: (run) => runInInjectionContext(injector, run),
    leave: () => {
      injector.destroy();
    },
  };
};
