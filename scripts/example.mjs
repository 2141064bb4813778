// The examples: npm run example [-- name]. The one with Angular runs with the package as it would be published.
//   npm run example             builds and packs the package, installs and builds the example, and serves it
//   npm run example -- ssr      the same, rendered on the server
//   npm run example -- fleet    workers with DBOS on Postgres; -- fleet --help says more
//   node scripts/example.mjs build     builds the example with Angular with the package that is in dist
//   node scripts/example.mjs install   installs what it needs beside the package, which need not be built yet
//   node scripts/example.mjs lock      writes its package-lock.json again
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'examples', 'angular');

/** Runs a program, and shows what it writes unless it is asked to be quiet. */
export const run = (file, args, cwd, isQuiet = false) =>
  new Promise((resolve, reject) => {
    // npm is a script on Windows, which only a shell can start.
    const child = spawn(file, args, {
      cwd,
      shell: file === 'npm' && process.platform === 'win32',
      stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', NG_CLI_ANALYTICS: 'false' },
    });
    const chunks = [];
    child.stdout?.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(chunks.join(''));
      else reject(new Error(`${file} ${args.join(' ')} failed with code ${code}`));
    });
  });

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));

/** The package as it is, built or not. */
const packAsItIs = async (example) => {
  const report = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', example],
    root,
    true,
  );
  await rename(join(example, JSON.parse(report)[0].filename), join(example, 'pagewalk.tgz'));
};

export const pack = async (example) => {
  if (!existsSync(join(root, 'dist', 'cjs', 'index.js')))
    throw new Error('dist is missing: run npm run build first');
  await packAsItIs(example);
};

const fingerprint = async (example) => {
  const hash = createHash('sha256').update(process.version);
  for (const name of ['package.json', 'package-lock.json'])
    hash.update(await readFile(join(example, name)));
  return hash.digest('hex');
};

/** The lock holds what pagewalk asks for, and would hide it from the example if that has changed. */
const checkLock = async (example) => {
  const manifest = await readJson(join(root, 'package.json'));
  const locked = (await readJson(join(example, 'package-lock.json'))).packages[
    'node_modules/pagewalk'
  ];
  const isSame = ['version', 'dependencies', 'peerDependencies'].every((key) =>
    isDeepStrictEqual(manifest[key], locked[key]),
  );
  if (!isSame) throw new Error('package.json has changed: run node scripts/example.mjs lock');
};

// npm keeps a tarball that it knows by its version. Unpacked by hand it is always the one that was packed just now.
export const unpack = async (example) => {
  const target = join(example, 'node_modules', 'pagewalk');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await run(
    'tar',
    ['-xzf', join(example, 'pagewalk.tgz'), '-C', target, '--strip-components', '1'],
    example,
  );
};

const installOthers = async (example) => {
  await checkLock(example);
  const installed = join(example, 'node_modules', '.installed');
  const wanted = await fingerprint(example);
  const found = existsSync(installed) ? await readFile(installed, 'utf8') : undefined;
  if (found !== wanted) {
    await run('npm', ['ci'], example);
    await writeFile(installed, wanted);
  }
};

/** npm needs a tarball, whatever is in it: the build packs and unpacks the package again. */
const install = async (example) => {
  await packAsItIs(example);
  await installOthers(example);
};

/** Takes pagewalk, or what the lock must not know of it, out of the lock. */
const changeLock = async (example, change) => {
  const lockFile = join(example, 'package-lock.json');
  if (!existsSync(lockFile)) return;
  const content = await readJson(lockFile);
  change(content.packages);
  await writeFile(lockFile, `${JSON.stringify(content, undefined, 2)}\n`);
};

/** The tarball is another one after every build, so the lock must not hold its hash; and npm reads it only if it has to. */
const lock = async (example) => {
  await pack(example);
  await changeLock(example, (packages) => delete packages['node_modules/pagewalk']);
  await run('npm', ['install', '--package-lock-only'], example);
  await changeLock(example, (packages) => delete packages['node_modules/pagewalk'].integrity);
};

export const compile = (example, options = []) =>
  run(
    process.execPath,
    [join(example, 'node_modules', '@angular', 'cli', 'bin', 'ng.js'), 'build', ...options],
    example,
  );

const build = async (example, options) => {
  await pack(example);
  await installOthers(example);
  await unpack(example);
  await compile(example, options);
};

/** With the developer tools: a build for production leaves them out. */
const serve = async (options) => {
  await run('npm', ['run', 'build'], root);
  await build(folder, ['--configuration', 'development']);
  await run(process.execPath, ['server.mjs', ...options], folder);
};

const fleet = async (options) => {
  await run('npm', ['--prefix', 'examples/fleet', 'ci', '--loglevel', 'error'], root);
  // DBOS 5.3 queries pg as pg 9 will refuse; each of its processes would say so.
  const quiet = '--disable-warning=DeprecationWarning';
  const main = 'examples/fleet/main.ts';
  await run(process.execPath, [quiet, '--import', 'tsx', main, ...options], root);
};

const commands = {
  serve,
  ssr: (options) => serve(['--ssr', ...options]),
  fleet,
  build: (options) => build(folder, options),
  install: () => install(folder),
  lock: () => lock(folder),
};

const main = async ([command = 'serve', ...options]) => {
  if (!Object.hasOwn(commands, command))
    throw new Error(`there is no ${command}: ${Object.keys(commands).join(', ')}`);
  await commands[command](options);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
