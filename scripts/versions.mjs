// Which versions the nightly commands run, beside those that package.json pins. The table in CONTRIBUTING.md is made of this:
//   node scripts/versions.mjs node         the quick specs on each line of Node, which comes from npm
//   node scripts/versions.mjs typescript   the published types under each TypeScript, after npm run build
//   node scripts/versions.mjs table        prints the table
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';

export const nodeLines = ['20.19', '22', '24', '26'];

export const typescripts = ['5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'];

/** What a line of Angular needs beside itself. */
export const angularLines = {
  19: { node: [20, 11], typescript: '~5.8.0' },
  20: { node: [20, 19], typescript: '~5.9.0' },
  21: { node: [20, 19], typescript: '~5.9.0' },
  22: { node: [22, 22], typescript: '~6.0.0' },
};

export const table = () => {
  const angular = Object.entries(angularLines).map(
    ([line, { typescript }]) => `${line} (TypeScript ${typescript})`,
  );
  return [
    ['what', 'versions', 'command'],
    ['---', '---', '---'],
    ['Node', nodeLines.join(', '), '`npm run nightly:node`'],
    ['TypeScript', typescripts.join(', '), '`npm run nightly:typescript`'],
    [
      'Angular',
      angular.join(', '),
      '`npm run test:full` (21), `npm run nightly:angular` (the others)',
    ],
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
};

const root = fileURLToPath(new URL('..', import.meta.url));

const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0;

/** Installs a package into a folder of the cache. No install script runs. */
const install = (folder, what) =>
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel',
    'error',
    what,
  ]);

const checks = {
  node: {
    lines: nodeLines,
    check: (line) => {
      const folder = join(root, '.cache', 'versions', `node-${line}`);
      const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
      if (!install(folder, `${name}@${line}`)) return 'cannot be had from npm';
      const bin = join(folder, 'node_modules', name, 'bin');
      const specs = ['quick', '-spec/package', '-spec/postgres', '-spec/browser'];
      const env = { PATH: `${bin}:${process.env.PATH}` };
      return run(join(bin, 'node'), [join('scripts', 'test', 'specs.mjs'), ...specs], env)
        ? 'passed'
        : 'FAILED';
    },
  },
  typescript: {
    lines: typescripts,
    check: (line) => {
      const folder = join(root, '.cache', 'versions', `typescript-${line}`);
      if (!install(folder, `typescript@~${line}.0`)) return 'cannot be had from npm';
      const mocha = join('node_modules', 'mocha', 'bin', 'mocha.js');
      const env = { PAGEWALK_TYPESCRIPT: join(folder, 'node_modules', 'typescript') };
      const spec = join('spec', 'package', 'types', 'types-full-spec.ts');
      return run(process.execPath, [mocha, spec], env) ? 'passed' : 'FAILED';
    },
  },
};

const main = (what, wanted) => {
  if (what === 'table') return console.log(table());
  const { lines, check } = checks[what];
  const results = (wanted.length > 0 ? wanted : lines).map((line) => [line, check(line)]);
  for (const [line, result] of results) console.log(`${what} ${line}: ${result}`);
  process.exitCode = results.some(([, result]) => result === 'FAILED') ? 1 : 0;
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  main(process.argv[2], process.argv.slice(3));
