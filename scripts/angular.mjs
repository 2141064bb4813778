// Builds the Angular example with another version of Angular, in a temporary folder, and runs its specs against it.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compile, pack, run, unpack } from './example.mjs';

const root = dirname(import.meta.dirname);

const change = async (path, changed) => writeFile(path, changed(await readFile(path, 'utf8')));

/** Packages that are released together have one version. */
const groupOf = (name) => {
  if (['ssr', 'build', 'cli'].includes(name)) return 'cli';
  return ['cdk', 'material'].includes(name) ? 'cdk' : 'core';
};

const withVersions = (versions) => (manifest) =>
  manifest
    .replace(
      /"@angular\/([\w-]+)": "[^"]+"/g,
      (_, name) => `"@angular/${name}": "${versions[groupOf(name)]}"`,
    )
    .replace(/"typescript": "[^"]+"/, `"typescript": "${versions.typescript}"`);

/** What Angular 19 calls by another name, or has in another place. */
const oldNames = {
  'app.config.ts': (config) =>
    config.replaceAll(
      'provideZonelessChangeDetection',
      'provideExperimentalZonelessChangeDetection',
    ),
  'app.config.server.ts': (config) =>
    config
      .replace('provideServerRendering, withRoutes', 'provideServerRouting')
      .replace(
        'import',
        "import { provideServerRendering } from '@angular/platform-server';\nimport",
      )
      .replace(
        'provideServerRendering(withRoutes(serverRoutes))',
        'provideServerRendering(), provideServerRouting(serverRoutes)',
      ),
};

const isNodeBelow = (version) =>
  new Intl.Collator('en', { numeric: true }).compare(process.versions.node, version) < 0;

/** Whether its specs pass with that line, whose versions are given; what axe says of the pages is for the full tier. */
export const checkAngular = async (line, versions) => {
  if (isNodeBelow(versions.node)) {
    console.log(`Angular ${line} is left out: it needs Node ${versions.node} or later`);
    return true;
  }
  const temporary = await mkdtemp(join(tmpdir(), `pagewalk-angular-${line}-`));
  const folder = join(temporary, 'angular');
  try {
    const isSource = (path) => !/[/\\](node_modules|dist|\.angular|package-lock\.json)$/.test(path);
    await cp(join(root, 'examples', 'angular'), folder, { recursive: true, filter: isSource });
    await change(join(folder, 'package.json'), withVersions(versions));
    if (line === '19')
      for (const [name, changed] of Object.entries(oldNames))
        await change(join(folder, 'src', 'app', name), changed);
    await pack(folder);
    await run('npm', ['install', '--no-package-lock'], folder);
    await unpack(folder);
    await compile(folder);
    Object.assign(process.env, { PAGEWALK_EXAMPLE: folder, PAGEWALK_ANGULAR: line });
    const specs = ['hydration', 'rendering'].map((name) => `spec/browser/ssr/${name}-full-spec.ts`);
    await run('npx', ['mocha', '--grep', 'axe', '--invert', ...specs], root);
    return true;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
};
