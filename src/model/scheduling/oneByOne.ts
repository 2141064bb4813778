/** Runs a task now, or after those that run: recursion becomes a loop (law 10). A task that waits already runs once. */
export const oneByOne = (): ((task: () => void) => void) => {
  const waiting = new Set<() => void>();
  let isRunning = false;

  return (task) => {
    waiting.add(task);
    if (isRunning) return;
    isRunning = true;
    try {
      for (const next of waiting) {
        waiting.delete(next);
        next();
      }
    } finally {
      isRunning = false;
    }
  };
};
