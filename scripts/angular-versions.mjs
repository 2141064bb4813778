// Builds the example with other versions of Angular, in a temporary folder, and runs its specs against it:
//   node scripts/angular-versions.mjs [line …]    after npm run build; 19, 20 and 22 by default, 21 is what npm test builds
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, pack, run, unpack } from './angular-example.mjs';
import { angularLines as needs } from './versions.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const isNodeEnough = ([major, minor]) => {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
};

/** Those that are released together have to be of one version. A registry may have some of them earlier than others. */
const releases = [
  [
    'common',
    'compiler',
    'core',
    'forms',
    'platform-browser',
    'platform-server',
    'router',
    'compiler-cli',
  ],
  ['ssr', 'build', 'cli'],
  ['cdk', 'material'],
];

const byNumbers = new Intl.Collator('en', { numeric: true }).compare;

const versionsOf = async (name, line) => {
  const args = ['view', `@angular/${name}@^${line}.0.0`, 'version', '--json'];
  return [JSON.parse(await run('npm', args, root, true))].flat();
};

/** The latest version that all of them have. npm gives versions in the order in which they were published. */
const latest = async (names, line) => {
  const all = await Promise.all(names.map((name) => versionsOf(name, line)));
  return all
    .reduce((some, others) => some.filter((version) => others.includes(version)))
    .sort(byNumbers)
    .at(-1);
};

const write = async (folder, line) => {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const versions = { typescript: needs[line].typescript };
  for (const names of releases) {
    const version = await latest(names, line);
    for (const name of names) versions[`@angular/${name}`] = version;
  }
  const change = (wanted) =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, range]) => [name, versions[name] ?? range]),
    );
  const { dependencies, devDependencies } = manifest;
  const changed = {
    ...manifest,
    dependencies: change(dependencies),
    devDependencies: change(devDependencies),
  };
  await writeFile(file, JSON.stringify(changed, undefined, 2));
  return versions['@angular/core'];
};

/** What Angular 19 calls by another name, or has in another place. */
const withOldNames = async (folder) => {
  const rename = async (name, renamed) => {
    const file = join(folder, 'src', 'app', name);
    await writeFile(file, renamed(await readFile(file, 'utf8')));
  };
  await rename('app.config.ts', (config) =>
    config.replace(/provideZonelessChangeDetection/g, 'provideExperimentalZonelessChangeDetection'),
  );
  await rename('app.config.server.ts', (config) =>
    config
      .replace(
        "{ provideServerRendering, withRoutes } from '@angular/ssr'",
        "{ provideServerRouting } from '@angular/ssr'",
      )
      .replace(
        'import',
        "import { provideServerRendering } from '@angular/platform-server';\nimport",
      )
      .replace(
        'provideServerRendering(withRoutes(serverRoutes))',
        'provideServerRendering(), provideServerRouting(serverRoutes)',
      ),
  );
};

const check = async (line) => {
  if (!Object.hasOwn(needs, line))
    throw new Error(`there is no line ${line}: ${Object.keys(needs).join(', ')}`);
  if (!isNodeEnough(needs[line].node)) {
    console.log(
      `Angular ${line} needs Node ${needs[line].node.join('.')} or later: skipped on ${process.version}.`,
    );
    return;
  }
  const temporary = await mkdtemp(join(tmpdir(), `pagewalk-angular-${line}-`));
  const folder = join(temporary, 'angular');
  try {
    const isSource = (path) => !/[/\\](node_modules|dist|\.angular|package-lock\.json)$/.test(path);
    await cp(join(root, 'examples', 'angular'), folder, { recursive: true, filter: isSource });
    console.log(`Angular ${await write(folder, line)}`);
    if (line === '19') await withOldNames(folder);
    await pack(folder);
    await run('npm', ['install', '--no-package-lock'], folder);
    await unpack(folder);
    await compile(folder);
    process.env.PAGEWALK_EXAMPLE = folder;
    process.env.PAGEWALK_ANGULAR = line;
    const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
    const specs = ['hydration', 'rendering'].map((name) =>
      join(root, 'spec', 'browser', 'ssr', `${name}-full-spec.ts`),
    );
    // What axe says of the pages is for npm test, which has it installed.
    const options = ['--grep', 'axe', '--invert'];
    await run(process.execPath, [mocha, ...options, ...specs], root);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
};

const lines = process.argv.length > 2 ? process.argv.slice(2) : ['19', '20', '22'];
try {
  for (const line of lines) await check(line);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
