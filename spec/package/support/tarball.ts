import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../textFiles';
import type { Manifest } from './Manifest';
import { run } from './run';

/** The packed package, and a project in which it is installed. */
export interface Installed {
  /** The packed file. */
  readonly tarball: string;
  /** The paths that were packed. */
  readonly files: ReadonlyArray<string>;
  /** A project that has the package in its node_modules. */
  readonly consumer: string;
  /** The package in the project's node_modules: real files, no link. */
  readonly directory: string;
  readonly manifest: Manifest;
}

const succeed = async (file: string, args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { code, stdout, stderr } = await run(file, args, cwd);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed\n${stdout}${stderr}`);
  return stdout;
};

/** A copy of what is packed, with the pages of the package: `npm pack` would change those of this folder for a moment. */
const stage = async (folder: string): Promise<void> => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  const paths = ['package.json', 'README.md', 'LICENSE', ...(manifest.files ?? [])];
  for (const path of paths.filter((path) => !path.startsWith('!')))
    await cp(join(root, path), join(folder, path), { recursive: true });
  await succeed(process.execPath, [join(root, 'scripts/packed.mjs'), 'pack'], folder);
};

const pack = async (
  destination: string,
): Promise<{ tarball: string; files: ReadonlyArray<string> }> => {
  if (!existsSync(join(root, 'dist/cjs/index.js')))
    throw new Error('dist is missing: npm run build comes first');
  const staged = join(destination, 'staged');
  await stage(staged);
  const report = await succeed(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', destination],
    staged,
  );
  const [packed] = JSON.parse(report) as Array<{
    filename: string;
    files: Array<{ path: string }>;
  }>;
  if (packed === undefined) throw new Error('npm pack reported no package');
  return {
    tarball: join(destination, packed.filename),
    files: packed.files.map(({ path }) => path),
  };
};

/** What examples use beside the package and its peers. */
const exampled = [
  '@types/node',
  '@types/pg',
  '@angular/compiler',
  '@angular/platform-browser',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/sdk-trace-base',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@types/react',
  'libsql',
  'zod',
];

/** Links a package of this repository into the node_modules of a project, under this name. */
export const linkModule = async (modules: string, name: string, as = name): Promise<void> => {
  await mkdir(dirname(join(modules, as)), { recursive: true });
  await symlink(join(root, 'node_modules', name), join(modules, as), 'dir');
};

// Only what the package declares is there to be found, so an undeclared import fails here as it would at a user's. The links
// lead to one real directory per package: a second copy of rxjs or fp-ts cannot come from here.
const linkDeclared = async (manifest: Manifest, modules: string): Promise<void> => {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  for (const name of [...declared, ...exampled]) {
    const optional = manifest.peerDependenciesMeta?.[name]?.optional === true;
    if (optional && !existsSync(join(root, 'node_modules', name))) continue;
    await linkModule(modules, name);
  }
};

const install = async (): Promise<Installed> => {
  const base = await temporary;
  const consumer = join(base, 'consumer');
  const modules = join(consumer, 'node_modules');
  const directory = join(modules, 'pagewalk');
  await mkdir(directory, { recursive: true });
  await writeFile(
    join(consumer, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true }),
  );
  const { tarball, files } = await pack(base);
  await succeed('tar', ['-xzf', tarball, '-C', directory, '--strip-components', '1'], base);
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as Manifest;
  await linkDeclared(manifest, modules);
  return { tarball, files, consumer, directory, manifest };
};

const temporary = mkdtemp(join(tmpdir(), 'pagewalk-')).then((path) => {
  // Not a hook of mocha: the check before a release packs too, and runs without it.
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return realpath(path);
});

let installation: Promise<Installed> | undefined;

/** The package, packed and installed once for all specs of a run. */
export const installed = (): Promise<Installed> => (installation ??= install());

/** Writes a folder of files into the consumer project and gives its path. */
export const project = async (
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> => {
  const folder = join((await installed()).consumer, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
};
