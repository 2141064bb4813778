import { race } from '../race/race.mjs';

/** Runs one of the races and relates every result to its base and, where there is one, to the ideal time. */
export const runRace = async ({ title, entries, base = () => 0, ideal, most = Infinity }, options) => {
  const rounds = Math.min(options.rounds, most);
  const results = await race(entries, { rounds, say: options.say });
  const rows = results.map((result, index) => {
    const { ms, cpu } = results[base(entries[index], entries)];
    return {
      ...result,
      ratio: result.ms / ms,
      cpuRatio: result.cpu / cpu,
      ...(ideal !== undefined && { ofIdeal: result.ms / ideal }),
    };
  });
  return { kind: 'race', title, rounds, rows };
};
