/** Whether somebody has time for long runs, and reads what came up in them: `npm run nightly` sets it. */
export const isNightly = process.env.PAGEWALK_NIGHTLY !== undefined;

/** How many: some, which a stack does not survive if it must not grow, or all that the nightly runs have time for. */
export const sizeOf = (everyday: number, nightly: number): number =>
  isNightly ? nightly : everyday;
