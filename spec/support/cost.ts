/** Milliseconds of the processor that some work takes, for others may have it meanwhile. A busy machine makes them some more. */
export const cost = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
