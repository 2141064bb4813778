import type { Manifest } from '../support/Manifest';

const required = ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'package.json'];
const requiredFolders = ['dist/cjs/', 'dist/esm/', 'dist/types/'];

/** What every release must hold and these packed paths lack. */
export const missing = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...required.filter((name) => !files.includes(name)),
  ...requiredFolders.filter((folder) => !files.some((file) => file.startsWith(folder))),
];

const built = /^(dist\/(cjs|esm)\/.+\.js|dist\/types\/.+\.d\.ts|docs\/.+\.(md|svg))$/;
const ours = /(^|\/)(\.|(spec|test|bench|tsconfig)[./])|[-.](spec|test|bench|types)\./;

/** The packed paths that no user needs: specs, benchmarks, configuration, whatever is not named here. */
export const unwanted = (files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.filter((file) => !required.includes(file) && (!built.test(file) || ours.test(file)));

/** The scripts that would run on a user's machine when the package is installed. */
export const installScripts = ({ scripts = {} }: Manifest): ReadonlyArray<string> =>
  ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts);

const unlike =
  (pattern: RegExp) =>
  (versions: Readonly<Record<string, string>> = {}): ReadonlyArray<string> =>
    Object.entries(versions)
      .filter(([, version]) => !pattern.test(version))
      .map(([name, version]) => `${name}@${version}`);

/** What only we use and is not pinned exactly. */
export const unpinned = ({ devDependencies }: Manifest): ReadonlyArray<string> =>
  unlike(/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)(devDependencies);

/** What users install and could not share with what else they have, because it is not a range. */
export const unshared = ({ dependencies }: Manifest): ReadonlyArray<string> =>
  unlike(/^\^\d+\.\d+\.\d+$/)(dependencies);

/** The addresses in a lock file: they would bind every install to the registry of the one who wrote it. */
export const lockedAddresses = (lock: string): ReadonlyArray<string> => {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { resolved?: string }> };
  return Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
};
