import type * as undici from 'undici';

type Undici = typeof undici;

/** It exists in CommonJS, but not in an ES module. */
declare const require: (name: string) => unknown;

/** Without a cause: what failed to load says less than this. */
const missing = (): TypeError =>
  new TypeError('undiciTransport needs the package undici, version 7: npm install undici@7');

/**
 * Loads undici, which is an optional peer. Node gets the CommonJS build of this package, and with it an answer at once.
 * An ES module that a bundler has made has no `require`: there the answer is a promise.
 */
const load = (): Undici | Promise<Undici> => {
  try {
    return require('undici') as Undici;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') throw missing();
    return import('undici').catch(() => {
      throw missing();
    });
  }
};

/** One for all transports, so that they share its connections. */
let agent: undici.Dispatcher | undefined;

/**
 * The global dispatcher, as it is when a request is sent. One that Node's own fetch has put there may be of an undici that is
 * too old to be of use here; then an agent takes its place.
 */
const globalOf =
  ({ Agent, Dispatcher, getGlobalDispatcher }: Undici): (() => undici.Dispatcher) =>
  () => {
    const dispatcher = getGlobalDispatcher();
    return dispatcher instanceof Dispatcher ? dispatcher : (agent ??= new Agent());
  };

export const globalDispatcher = (): (() => undici.Dispatcher | Promise<undici.Dispatcher>) => {
  const found = load();
  if (!(found instanceof Promise)) return globalOf(found);
  const loaded = found.then(globalOf);
  // Only a request reports it.
  loaded.catch(() => undefined);
  return () => loaded.then((dispatcher) => dispatcher());
};
