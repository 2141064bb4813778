import '@angular/compiler';
import {
  ApplicationRef,
  createEnvironmentInjector,
  EnvironmentInjector,
  ErrorHandler,
  type EnvironmentProviders,
  type Provider,
  RendererFactory2,
  runInInjectionContext,
} from '@angular/core';
import { IN_TEST } from '../../../src/angular/PagewalkFeature';
import { withListCache } from '../../../src/angular/withListCache';
import { getTestBed, TestBed } from '@angular/core/testing';
import { hooks } from '../../support/hooks';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';

// Kept for all specs: taking it down after each would need a document.
const teardown = { destroyAfterEach: false };
getTestBed().initTestEnvironment(BrowserTestingModule, platformBrowserTesting(), { teardown });
// Effects run when Angular renders, which it does without a document where it is given nothing to render with.
const nothing = { createRenderer: () => ({}), begin: () => undefined, end: () => undefined };
let root: EnvironmentInjector | undefined;

/** One for each spec: what another one has left under way would keep it from being stable. */
const rootOf = (): EnvironmentInjector => {
  if (root !== undefined) return root;
  TestBed.resetTestingModule().configureTestingModule({
    providers: [
      { provide: RendererFactory2, useValue: nothing },
      { provide: IN_TEST, useValue: true },
    ],
  });
  return (root = TestBed.inject(EnvironmentInjector));
};

/** What a spec has made, which ends with it. */
const made: Array<EnvironmentInjector> = [];

hooks.beforeEach(() => {
  root = undefined;
  made.length = 0;
});

hooks.afterEach(() => {
  for (const injector of made.splice(0))
    if (!(injector as { destroyed?: boolean }).destroyed) injector.destroy();
});

export interface Application {
  /** Runs a function in the application's injection context. */
  readonly run: <R>(run: () => R) => R;
  /** Destroys the application. */
  readonly leave: () => void;
}

export const application = (
  ...providers: ReadonlyArray<Provider | EnvironmentProviders>
): Application => {
  const injector = createEnvironmentInjector(
    [...withListCache().providers, ...providers],
    rootOf(),
  );
  made.push(injector);
  return {
    run: (run) => runInInjectionContext(injector, run),
    leave: () => {
      injector.destroy();
    },
  };
};

/** An ErrorHandler, and what it was given. */
export const handling = () => {
  const handled: Array<unknown> = [];
  const handleError = (error: unknown): void => void handled.push(error);
  return { handled, handler: { provide: ErrorHandler, useValue: { handleError } } };
};

/** Lets effects run, and nothing else. */
export const tick = (): void => {
  rootOf().get(ApplicationRef).tick();
};

/** Lets effects run, and what they lead to. */
export const rendered = async (): Promise<void> => {
  tick();
  await new Promise((resolve) => setImmediate(resolve));
};

/** Lets effects run, and waits for whatever they have begun. */
export const stable = async (): Promise<void> => {
  const rendering = rootOf().get(ApplicationRef);
  rendering.tick();
  await rendering.whenStable();
  rendering.tick();
};
