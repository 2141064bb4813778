/** Says so, and stands still until the process gets SIGCONT, which it may get without having been stopped. */
export const standStill = (): Promise<void> =>
  new Promise((resolve) => {
    const keepsAlive = setTimeout(resolve, 1_000_000);
    process.once('SIGCONT', () => {
      clearTimeout(keepsAlive);
      resolve();
    });
    process.stdout.write('stands\n');
  });
