import type { Manifest } from './Manifest';

const required = ['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json'];
const requiredFolders = ['dist/cjs/', 'dist/esm/', 'dist/types/'];

/** What every release must hold and these packed paths lack. */
export const missing = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...required.filter((name) => !files.includes(name)),
  ...requiredFolders.filter((folder) => !files.some((file) => file.startsWith(folder))),
];

/** The packed paths that no user needs: specs, configuration, whatever is not named here. */
export const unwanted = (files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.filter(
    (file) =>
      !required.includes(file) &&
      (!/^(dist|src)\//.test(file) || /(^|\/)(spec|tsconfig[^/]*)(\/|$)|[-.]spec\./.test(file)),
  );

/** The scripts that would run on a user's machine when the package is installed. */
export const installScripts = ({ scripts = {} }: Manifest): ReadonlyArray<string> =>
  ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts);

/** The dependencies whose version is a range; peers are meant to be ranges. */
export const unpinned = ({ dependencies, devDependencies }: Manifest): ReadonlyArray<string> =>
  Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`);

/** The addresses in a lock file: they would bind every install to the registry of the one who wrote it. */
export const lockedAddresses = (lock: string): ReadonlyArray<string> => {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { resolved?: string }> };
  return Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
};
