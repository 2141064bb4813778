import fc from 'fast-check';
import { seed } from '../support/seed';

const { PAGEWALK_RUNS, PAGEWALK_PATH } = process.env;

/** Whether one failing case is replayed, and not many are drawn. */
export const isReplay = PAGEWALK_PATH !== undefined;

/** Whether somebody asked for a number of runs, and has time to read what came up in them. */
export const isNightly = PAGEWALK_RUNS !== undefined;

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** How many runs: as many as the environment says, for the nightly form, else those of the everyday form. */
export const runsOr = (everyday: number): number => numberOf(PAGEWALK_RUNS) ?? everyday;

/** How to see a case again. */
export const replayCommand = (file: string, environment: Readonly<Record<string, string | number>>): string =>
  [...Object.entries(environment).map(([name, value]) => `${name}=${value}`), `npx mocha ${file}`].join(' ');

/** The parameters of a property: the environment may set its runs, its seed and one case of it. */
export const parameters = (everyday: number): { numRuns: number; seed: number; path?: string } => ({
  numRuns: runsOr(everyday),
  seed,
  ...(PAGEWALK_PATH !== undefined && { path: PAGEWALK_PATH }),
});

/** Fails if a property did, and says how to see that again. A spec file holds one property, so that a path is its own. */
export const mustHold = <Ts>(file: string, details: fc.RunDetails<Ts>): void => {
  if (!details.failed) return;
  const replay = replayCommand(file, {
    PAGEWALK_SEED: details.seed,
    PAGEWALK_PATH: details.counterexamplePath ?? '',
  });
  const message = fc.defaultReportMessage(details) ?? 'a property failed';
  throw new Error(`${message}\n\nReplay: ${replay}\n`, { cause: details.errorInstance });
};
