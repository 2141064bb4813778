import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  installScripts,
  lockedAddresses,
  missing,
  unpinned,
  unshared,
  unwanted,
} from '../../spec/package/contents/contents';
import { entries, type Manifest } from '../../spec/package/support/Manifest';
import { run } from '../../spec/package/support/run';
import type { Installed } from '../../spec/package/support/tarball';
import { root } from '../../spec/textFiles';
import { bytesCheck, measured } from './bytes';
import { counted, type Check, type PackedFile } from './Check';
import { licenceCounts, licenceProblems, type Licensed } from './licences';
import { runtimePackages } from './runtimePackages';
import { secretProblems } from './secrets';
import { limits, sizeProblems, unpackedSize } from './sizes';
import { supportedProblems, type Ranges } from './supported';
import { targetProblems, targets, type Targets } from './targets';
import { typeProblems } from './types';

const text = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The files of the packed package, as they were unpacked. */
export const packedFiles = ({ files, directory }: Installed): ReadonlyArray<PackedFile> =>
  files.map((path) => {
    const bytes = readFileSync(join(directory, path));
    return { path, size: bytes.length, text: bytes.toString('utf8') };
  });

const licensed = (folder: string): Licensed => {
  const { name, version, license } = JSON.parse(text(`${folder}/package.json`)) as Record<
    string,
    unknown
  >;
  return {
    name: String(name),
    version: String(version),
    licence: typeof license === 'string' ? license : undefined,
  };
};

/** Texts that tell of this machine. */
const machine = async (): Promise<ReadonlyArray<string>> => {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], root);
  return [root, `${homedir()}/`, URL.canParse(stdout.trim()) ? new URL(stdout.trim()).host : ''];
};

const manifestCheck = (manifest: Manifest): Check => ({
  name: 'manifest',
  problems: [
    ...installScripts(manifest).map(
      (name) => `the script ${name} would run on the machine of everybody who installs it`,
    ),
    ...unshared(manifest).map((name) => `${name} is not a range: users could not share it`),
    ...unpinned(manifest).map((name) => `${name} is a range: what only we use is pinned`),
  ],
  found: 'no install scripts, ranges for users, pins for us',
});

const filesCheck = (paths: ReadonlyArray<string>): Check => ({
  name: 'files',
  problems: [
    ...missing(paths).map((path) => `${path} is missing`),
    ...unwanted(paths).map((path) => `${path} does not belong in a release`),
  ],
  found: `${counted(paths.length)}, all of which belong there`,
});

// The addresses themselves are not repeated: they tell where the author of the file gets packages from.
const lockProblems = (lock: string): ReadonlyArray<string> => {
  const { length } = lockedAddresses(lock);
  return length === 0 ? [] : [`${length} packages of package-lock.json have a download address`];
};

/** Everything that can be said of a package that was packed, whether or not it is the day to release it. */
export const shippedChecks = async (packed: Installed): Promise<ReadonlyArray<Check>> => {
  const files = packedFiles(packed);
  const manifest = packed.manifest as Manifest & Targets & Ranges;
  const size = statSync(packed.tarball).size;
  const lock = text('package-lock.json');
  const packages = runtimePackages(lock).map(licensed);
  const specifiers = entries(manifest).map(({ specifier }) => specifier);
  const sizes = `${counted(size)} bytes packed of ${counted(limits.packed)}, ${counted(unpackedSize(files))} unpacked of ${counted(limits.unpacked)}`;
  return [
    filesCheck(packed.files),
    { name: 'sizes', problems: sizeProblems(size, files), found: sizes },
    manifestCheck(manifest),
    {
      name: 'targets',
      problems: targetProblems(manifest, files),
      found: `${targets(manifest).length} files of exports and bin`,
    },
    {
      name: 'types',
      problems: await typeProblems(specifiers),
      found: `of ${specifiers.join(', ')}`,
    },
    bytesCheck(await measured()),
    { name: 'licences', problems: licenceProblems(packages), found: licenceCounts(packages) },
    {
      name: 'secrets',
      problems: secretProblems(files, await machine()),
      found: 'none in any file or source map',
    },
    {
      name: 'lock file',
      problems: lockProblems(lock),
      found: 'without download addresses',
    },
    {
      name: 'supported',
      problems: supportedProblems(text('CONTRIBUTING.md'), manifest),
      found: 'package.json and CONTRIBUTING.md name the same ranges',
    },
  ];
};
