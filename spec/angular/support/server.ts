import '@angular/compiler';
import { DOCUMENT } from '@angular/common';
import {
  type EnvironmentProviders,
  PendingTasks,
  PLATFORM_ID,
  type Provider,
  REQUEST,
  TransferState,
} from '@angular/core';
import { type Application, application } from './angular';

/** An application as a server renders it, for one visitor. */
export interface Render extends Application {
  /** How many tasks it waits for before it is rendered. */
  readonly tasks: () => number;
  /** How often there was none left. */
  readonly timesStable: () => number;
  /** Lets the visitor leave. */
  readonly abort: () => void;
}

export const render = (...providers: ReadonlyArray<Provider | EnvironmentProviders>): Render => {
  const visitor = new AbortController();
  let tasks = 0;
  let timesStable = 0;
  const add = (): (() => void) => {
    let isDone = false;
    tasks += 1;
    return () => {
      if (isDone) return;
      isDone = true;
      tasks -= 1;
      if (tasks === 0) timesStable += 1;
    };
  };
  const app = application(
    { provide: PLATFORM_ID, useValue: 'server' },
    { provide: PendingTasks, useValue: { add } },
    { provide: DOCUMENT, useValue: {} },
    { provide: REQUEST, useValue: new Request('http://127.0.0.1/', { signal: visitor.signal }) },
    ...providers,
  );
  return {
    ...app,
    tasks: () => tasks,
    timesStable: () => timesStable,
    abort: () => {
      visitor.abort();
    },
  };
};

/** The state that came in the HTML. */
export const stateOf = (json: string): TransferState => {
  const state = new TransferState();
  for (const [name, value] of Object.entries(JSON.parse(json) as object))
    state.set(name as never, value as never);
  return state;
};
