import type { Dispatcher } from 'undici';

type Undici = typeof import('undici');

const missing = (cause: unknown): TypeError =>
  new TypeError('undiciTransport needs the package undici, version 7 or later: npm install undici', { cause });

/**
 * Loads undici, which only those have who use it. Node gets the CommonJS build of this package, and with it an answer at
 * once. An ES module that a bundler has made has no `require`: there the answer is a promise.
 */
const load = (): Undici | Promise<Undici> => {
  try {
    return require('undici') as Undici;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') throw missing(error);
    return import('undici').catch((cause: unknown) => {
      throw missing(cause);
    });
  }
};

/**
 * The global dispatcher, as it is when a request is sent. One that Node's own fetch has put there may be of an undici that is
 * too old to be of use here; then an agent takes its place.
 */
const globalOf = ({ Agent, Dispatcher: Own, getGlobalDispatcher }: Undici): (() => Dispatcher) => {
  let agent: Dispatcher | undefined;
  return () => {
    const dispatcher = getGlobalDispatcher();
    return dispatcher instanceof Own ? dispatcher : (agent ??= new Agent());
  };
};

export const globalDispatcher = (): (() => Dispatcher | Promise<Dispatcher>) => {
  const undici = load();
  if (!(undici instanceof Promise)) return globalOf(undici);
  const loaded = undici.then(globalOf);
  // Whoever sends a request is told; nobody else is.
  loaded.catch(() => undefined);
  return () => loaded.then((dispatcher) => dispatcher());
};
