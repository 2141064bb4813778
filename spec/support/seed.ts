import fc from 'fast-check';

const { PAGEWALK_SEED } = process.env;

/**
 * The seed of every property, so that the same sources always give the same result. `PAGEWALK_SEED` sets another one; `random`
 * draws one, which the report of a property that fails has.
 */
export const seed = PAGEWALK_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(PAGEWALK_SEED ?? 1);

fc.configureGlobal({ seed });
