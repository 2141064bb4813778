import { race } from '../race/race.mjs';

/**
 * Everyone reads every course in one process, in turns, after a short warm-up. One row for each contestant: its time and
 * its CPU time in every course, compared to the first contestant.
 */
export const runShared = async ({ title, entries }, { rounds, say }) => {
  const results = await race(entries, { rounds, warmUps: 3, isShared: true, say });
  const [{ contestant: first }] = entries;
  const of = (name) => results.filter(({ contestant }) => contestant === name);
  const bases = new Map(of(first).map((base) => [base.course, base]));
  const names = [...new Set(entries.map(({ contestant }) => contestant))];
  const rows = names.map((contestant) => ({
    contestant,
    courses: of(contestant).map(({ course, ms, cpu, spread }) => {
      const base = bases.get(course);
      return { course, ms, cpu, spread, ratio: ms / base.ms, cpuRatio: cpu / base.cpu };
    }),
  }));
  return { kind: 'shared', title, rounds, rows };
};
