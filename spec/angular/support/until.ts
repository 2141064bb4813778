/** Resolves as soon as something is so. */
export const until = async (isSo: () => boolean): Promise<void> => {
  const start = performance.now();
  while (!isSo()) {
    // Before mocha's own timeout, so that the message says for what.
    if (performance.now() - start > 120_000) throw new Error(`waited in vain for ${String(isSo)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** Lets everything that is due at once happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
