import type { Package, Problem } from '@arethetypeswrong/core';
import { readFile } from 'node:fs/promises';
import { installed } from '../support/tarball';

// It has no CommonJS build, and one of its own dependencies none that require would find.
export const attw = import('@arethetypeswrong/core');

// Resolution as it was in Node 10 knows no exports map: it finds the root entry by `main`, and no other entry.
const isBeyondNode10 = (problem: Problem): boolean =>
  problem.kind === 'NoResolution' && problem.resolutionKind === 'node10' && problem.entrypoint !== '.';

/** What is wrong with the types of a package. */
export const problems = async (pkg: Package): Promise<ReadonlyArray<Problem>> => {
  const result = await (await attw).checkPackage(pkg);
  if (!result.types) throw new Error('the package has no types at all');
  return result.problems.filter((problem) => !isBeyondNode10(problem));
};

/** The package as it is published. */
export const unpacked = async (): Promise<Package> =>
  (await attw).createPackageFromTarballData(new Uint8Array(await readFile((await installed()).tarball)));
