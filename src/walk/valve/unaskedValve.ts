/** As bundlers and Node have it: this is compiled for browsers too, which do not know it. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

let hasWarned = false;

/** Warns a developer, once, about a valve that no walk got. A bundler that builds for production leaves this out. */
export const warnOfUnaskedValve = (problem: string): void => {
  try {
    if (process.env.NODE_ENV !== 'production' && !hasWarned) {
      hasWarned = true;
      console.warn(`Pagewalk: ${problem}`);
    }
  } catch {
    // A browser without a bundler has no process, so it is not known whether this is development.
  }
};
