/** The parts of a limit per minute: how many starts in which window, and how many of them together. */
export const paceOf = (name: string, perMinute?: number, burst?: number) => {
  if (!(typeof perMinute === 'number' && perMinute >= 1e-6 && perMinute <= 1e9)) {
    throw new TypeError(`${name}: perMinute must be a number from 0.000001 to 1,000,000,000`);
  }
  const max = Math.max(1, Math.floor(perMinute));
  if (burst !== undefined && (!Number.isInteger(burst) || burst < 1 || burst > max)) {
    throw new TypeError(`${name}: burst must be a whole number from 1 to perMinute`);
  }
  return {
    max,
    ms: 60_000 * Math.max(1, 1 / perMinute),
    burst: burst ?? Math.max(1, Math.floor(max / 10)),
  };
};
