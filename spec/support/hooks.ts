type Hook = () => unknown;

const beforeEachSpec: Array<Hook> = [];
const afterEachSpec: Array<Hook> = [];
const afterEachFile: Array<Hook> = [];

/**
 * What a module of helpers does around the specs of all files that use it. If it called mocha's own `beforeEach`, that would be a hook of
 * the one file that loads the module first: a process of `mocha --parallel` runs many files, and loads the module once.
 */
export const hooks = {
  beforeEach: (hook: Hook) => beforeEachSpec.push(hook),
  afterEach: (hook: Hook) => afterEachSpec.push(hook),
  afterFile: (hook: Hook) => afterEachFile.push(hook),
};

const all = (some: ReadonlyArray<Hook>) => async (): Promise<void> => {
  for (const hook of some) await hook();
};

/** `.mocharc.json` requires this file, and mocha finds these. */
export const mochaHooks = {
  beforeEach: all(beforeEachSpec),
  afterEach: all(afterEachSpec),
  afterAll: all(afterEachFile),
};
