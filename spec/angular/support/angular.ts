import '@angular/compiler';
import {
  ApplicationRef,
  createEnvironmentInjector,
  EnvironmentInjector,
  type EnvironmentProviders,
  type Provider,
  RendererFactory2,
  runInInjectionContext,
} from '@angular/core';
import { getTestBed, TestBed } from '@angular/core/testing';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';

// Kept for all specs: taking it down after each would need a document.
const teardown = { destroyAfterEach: false };
getTestBed().initTestEnvironment(BrowserTestingModule, platformBrowserTesting(), { teardown });
// Effects run when Angular renders, which it does without a document where it is given nothing to render with.
const nothing = { createRenderer: () => ({}), begin: () => undefined, end: () => undefined };
TestBed.configureTestingModule({ providers: [{ provide: RendererFactory2, useValue: nothing }] });
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

/** Lets effects run, and waits for whatever they have begun. */
export const stable = async (): Promise<void> => {
  const rendering = root.get(ApplicationRef);
  rendering.tick();
  await rendering.whenStable();
  rendering.tick();
};
