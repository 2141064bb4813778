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
  /** The tokens that were handed out, whom to, and how many requests were sent with each. */
  readonly tokens: ReadonlyArray<{
    readonly visitor: string;
    readonly token: string;
    readonly uses: number;
  }>;
  /** The offsets at which pages of employees were asked for. */
  readonly pages: Array<number>;
  /** How long the next token takes and how long a render waits, in milliseconds. */
  readonly settings: { tokenDelay: number; cacheControl: string | undefined; within: number };
  /** How many tokens the gateway has handed out, how many requests it has refused, and where readings were asked for. */
  readonly gateway: { tokens: number; refused: number; readonly offsets: ReadonlyArray<number> };
  readonly faults: { readonly clear: () => void };
  /** Refuses every token that was handed out. */
  readonly revoke: () => void;
  readonly close: () => Promise<void>;
}

/** The example of this repository, or a copy that was built with another Angular. */
export const exampleFolder = process.env.PAGEWALK_EXAMPLE ?? join(root, 'examples/angular');

/** Imports a module that has no types of its own. */
export const load = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(resolve(root, path)).href)) as T;

/** Starts the example, and closes it. Its pages are rendered in the browser, or on the server. */
export const withExample = async (
  act: (example: Example) => Promise<void>,
  isRendered = false,
): Promise<void> => {
  if (!existsSync(join(exampleFolder, 'dist/server/server.mjs'))) {
    throw new Error(
      'the example is not built: npm run build && node scripts/example.mjs build comes first',
    );
  }
  const server = await load<{
    startExample: (options: { isRendered: boolean }) => Promise<Example>;
  }>(join(exampleFolder, 'server.mjs'));
  const example = await server.startExample({ isRendered });
  try {
    await act(example);
  } finally {
    await example.close();
  }
};
