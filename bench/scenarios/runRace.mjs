import { race } from '../race/race.mjs';

/** Runs one of the races and relates every result to the first. */
export const runRace = async ({ title, entries }, { rounds, say }) => {
  const results = await race(entries, { rounds, say });
  const [base] = results;
  const rows = results.map((result) => ({
    ...result,
    ratio: result.ms / base.ms,
    cpuRatio: result.cpu / base.cpu,
  }));
  return { kind: 'race', title, rounds, rows };
};
