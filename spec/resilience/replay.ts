import fc from 'fast-check';
import { seed } from '../support/seed';
import { sizeOf } from '../support/sizes';

const { PAGEWALK_PATH, PAGEWALK_RUNS } = process.env;

/** Whether one failing case is replayed, and not many are drawn. */
export const isReplay = PAGEWALK_PATH !== undefined;

/** How many runs: `PAGEWALK_RUNS` if it is set, or those of the nightly or of the everyday form. */
export const runsOf = (everyday: number, nightly: number): number =>
  PAGEWALK_RUNS === undefined ? sizeOf(everyday, nightly) : Number(PAGEWALK_RUNS);

/** The parameters of a property: the environment may set its seed and one case of it. */
export const parameters = (numRuns: number): { numRuns: number; seed: number; path?: string } => ({
  numRuns,
  seed,
  ...(PAGEWALK_PATH !== undefined && { path: PAGEWALK_PATH }),
});

/** Fails if a property did, and says how to see that again. A spec file holds one property, so that a path is its own. */
export const mustHold = <Ts>(file: string, details: fc.RunDetails<Ts>): void => {
  if (!details.failed) return;
  const replay = `PAGEWALK_SEED=${details.seed} PAGEWALK_PATH=${details.counterexamplePath ?? ''} npx mocha ${file}`;
  const message = fc.defaultReportMessage(details) ?? 'a property failed';
  throw new Error(`${message}\n\nReplay: ${replay}\n`, { cause: details.errorInstance });
};
