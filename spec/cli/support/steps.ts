import fs from 'node:fs';

/** All that changes the disk: the steps between which a kill can come. */
export const stepNames = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'ftruncateSync',
  'fdatasyncSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'chmodSync',
  'rmSync',
] as const;

/**
 * A script for Node's `--require`: its process kills itself before the step that `PAGEWALK_SPEC_STEP` counts, or, where
 * that step is a write, after half of it.
 */
export const killAtStep = `
const fs = require('node:fs');
let left = Number(process.env.PAGEWALK_SPEC_STEP);
for (const name of ${JSON.stringify(stepNames)}) {
  const step = fs[name];
  fs[name] = (...args) => {
    left -= 1;
    if (left === 0) {
      if (name === 'writeSync') step(args[0], args[1], args[2], args[3] >> 1, args[4]);
      process.kill(process.pid, 'SIGKILL');
    }
    return step(...args);
  };
}
`;

type Step = (...args: ReadonlyArray<unknown>) => unknown;
type Steps = Record<(typeof stepNames)[number], Step>;

/**
 * Runs something in this process as if it were killed before a step: neither this step nor any later one happens, but a
 * write happens by half. Says whether it came to that.
 */
export const killedBefore = async (count: number, run: () => Promise<unknown>): Promise<boolean> => {
  const steps = fs as unknown as Steps;
  const real = Object.fromEntries(stepNames.map((name) => [name, steps[name]])) as Steps;
  let left = count;
  for (const name of stepNames) {
    steps[name] = (...args) => {
      left -= 1;
      if (left > 0) return real[name](...args);
      const [fd, bytes, at, length, position] = args;
      if (left === 0 && name === 'writeSync') real.writeSync(fd, bytes, at, Number(length) >> 1, position);
      throw new Error('killed');
    };
  }
  try {
    await run().catch(() => undefined);
  } finally {
    Object.assign(steps, real);
  }
  return left <= 0;
};

/** Runs something in this process, and says by which steps it changed the disk, and where. */
export const stepsOf = async (
  run: () => unknown,
): Promise<ReadonlyArray<readonly [name: (typeof stepNames)[number], where: unknown]>> => {
  const steps = fs as unknown as Steps;
  const real = Object.fromEntries(stepNames.map((name) => [name, steps[name]])) as Steps;
  const taken: Array<readonly [(typeof stepNames)[number], unknown]> = [];
  for (const name of stepNames) {
    steps[name] = (...args) => {
      taken.push([name, args[0]]);
      return real[name](...args);
    };
  }
  try {
    await run();
  } finally {
    Object.assign(steps, real);
  }
  return taken;
};
