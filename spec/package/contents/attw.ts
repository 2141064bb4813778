import type { Package, Problem } from '@arethetypeswrong/core';
import { readFile } from 'node:fs/promises';
import { installed } from '../support/tarball';

// It has no CommonJS build, and one of its own dependencies none that require would find.
export const attw = import('@arethetypeswrong/core');

/** What is wrong with the types of a package. */
export const problems = async (pkg: Package): Promise<ReadonlyArray<Problem>> => {
  const result = await (await attw).checkPackage(pkg);
  if (!result.types) throw new Error('the package has no types at all');
  return result.problems;
};

/** The package as it is published. */
export const unpacked = async (): Promise<Package> =>
  (await attw).createPackageFromTarballData(
    new Uint8Array(await readFile((await installed()).tarball)),
  );
