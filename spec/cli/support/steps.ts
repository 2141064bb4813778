import fs from 'node:fs';

/** All that changes the disk: the steps between which a kill can come. */
const syncSteps = ['writeFileSync', 'rmSync'] as const;
const asyncSteps = ['open', 'rename', 'chmod', 'rm'] as const;
const handleSteps = ['write', 'truncate', 'datasync', 'sync', 'close'] as const;

type StepName = (typeof syncSteps | typeof asyncSteps | typeof handleSteps)[number];

/**
 * A script for Node's `--require`: its process kills itself before the step that `PAGEWALK_SPEC_STEP` counts, or, where
 * that step is a write, after half of it.
 */
export const killAtStep = `
const fs = require('node:fs');
let left = Number(process.env.PAGEWALK_SPEC_STEP);
const die = () => process.kill(process.pid, 'SIGKILL');
const hook = (owner, name) => {
  const step = owner[name];
  owner[name] = function (...args) {
    left -= 1;
    if (left === 0 && name === 'write') fs.writeSync(this.fd, args[0], args[1], args[2] >> 1, args[3]);
    if (left === 0) die();
    return step.apply(this, [...args]);
  };
};
for (const name of ${JSON.stringify(syncSteps)}) hook(fs, name);
const { open } = fs.promises;
for (const name of ${JSON.stringify(asyncSteps)}) hook(fs.promises, name);
// Only an open file knows what its methods are. Nothing is written before the first one is opened.
const hooked = fs.promises.open;
let isHooked = false;
fs.promises.open = async (...args) => {
  const file = await hooked(...args);
  if (!isHooked) for (const name of ${JSON.stringify(handleSteps)}) hook(Object.getPrototypeOf(file), name);
  isHooked = true;
  return file;
};
`;

type Step = (this: unknown, ...args: ReadonlyArray<unknown>) => unknown;
type Steps = Record<StepName, Step>;

/** What has the steps: the modules, and what all open files inherit. */
const owners = async (): Promise<
  ReadonlyArray<readonly [owner: Steps, names: ReadonlyArray<StepName>]>
> => {
  const file = await fs.promises.open(__filename);
  await file.close();
  return [
    [fs as unknown as Steps, syncSteps],
    [fs.promises as unknown as Steps, asyncSteps],
    [Object.getPrototypeOf(file) as Steps, handleSteps],
  ];
};

/** Runs something while every step goes through another one. */
const during = async (
  replace: (name: StepName, step: Step) => Step,
  run: () => unknown,
): Promise<void> => {
  const hooked = (await owners()).flatMap(([owner, names]) =>
    names.map((name) => ({ owner, name, step: owner[name] })),
  );
  for (const { owner, name, step } of hooked) owner[name] = replace(name, step);
  try {
    await run();
  } finally {
    for (const { owner, name, step } of hooked) owner[name] = step;
  }
};

/**
 * Runs something in this process as if it were killed before a step: neither this step nor any later one happens, but a
 * write happens by half. Says whether it came to that.
 */
export const killedBefore = async (
  count: number,
  run: () => Promise<unknown>,
): Promise<boolean> => {
  let left = count;
  await during(
    (name, step) =>
      function (...args) {
        left -= 1;
        // What is open has to be closed, or the process would run out of it.
        if (left > 0 || name === 'close') return step.apply(this, [...args]);
        const [bytes, at, length, position] = args as [Buffer, number, number, number];
        if (left === 0 && name === 'write') {
          fs.writeSync((this as { readonly fd: number }).fd, bytes, at, length >> 1, position);
        }
        throw new Error('killed');
      },
    () => run().catch(() => undefined),
  );
  return left <= 0;
};

/** Runs something in this process, and says by which steps it changed the disk, and where. */
export const stepsOf = async (
  run: () => unknown,
): Promise<ReadonlyArray<readonly [name: StepName, where: unknown]>> => {
  const taken: Array<readonly [StepName, unknown]> = [];
  await during(
    (name, step) =>
      function (...args) {
        taken.push([name, args[0]]);
        return step.apply(this, [...args]);
      },
    run,
  );
  return taken;
};
