/** As bundlers and Node have it: this is compiled for browsers too, which do not know it. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

let isTold = false;

/** How many are far more than the mark: no page is so large, and no burst. */
export const farBeyond = (highWaterMark: number): number => 10 * highWaterMark + 1_000;

/**
 * Tells a developer, once, of a valve that holds nobody back: it was made, but no walk was given it. Where a bundler says
 * that this is production, nothing is left of it.
 */
export const tellOfUnaskedValve = (held: number): void => {
  try {
    if (process.env.NODE_ENV !== 'production' && !isTold) {
      isTold = true;
      console.warn(
        `Pagewalk: a valve holds ${held} objects, and no walk has ever waited for it. Give it to the walk, or nothing is ` +
          'held back: client.list({ …, valve })',
      );
    }
  } catch {
    // A browser without a bundler has no process: nobody says whether this is development.
  }
};
