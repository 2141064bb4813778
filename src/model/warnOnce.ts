/** As bundlers and Node have it: this is compiled for browsers too, which do not know it. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

const warned = new Set<string>();

/** Warns a developer, once of each kind. A bundler that builds for production leaves this out. */
export const warnOnce = (kind: string, problem: string): void => {
  try {
    if (process.env.NODE_ENV !== 'production' && !warned.has(kind)) {
      warned.add(kind);
      console.warn(`Pagewalk: ${problem}`);
    }
  } catch {
    // A browser without a bundler has no process, so it is not known whether this is development.
  }
};
