import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServedRequest, Service } from '../../src/service';
import { root } from '../textFiles';

/** The example application behind its server, with what it has served so far. */
export interface Example {
  readonly url: string;
  readonly service: Service;
  /** The exchanges of the reference service that are over. */
  readonly requests: Array<ServedRequest>;
  /** How many tokens the gateway has handed out, how many requests it has refused, and where readings were asked for. */
  readonly gateway: { tokens: number; refused: number; readonly offsets: ReadonlyArray<number> };
  readonly faults: { readonly clear: () => void };
  readonly close: () => Promise<void>;
}

export const exampleFolder = join(root, 'examples/angular');

/** Imports a module that has no types of its own. */
export const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(resolve(root, path)).href)) as T;

export const startExample = async (): Promise<Example> => {
  if (!existsSync(join(exampleFolder, 'dist/browser/index.html'))) {
    throw new Error('the example is not built: npm run spec:browser builds it first');
  }
  const server = await load<{ startExample: () => Promise<Example> }>('examples/angular/server.mjs');
  return server.startExample();
};
