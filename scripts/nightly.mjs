// What is too long for every change: npm run nightly [-- name …]. Without a name it runs the properties and the nightly specs.
//   properties      the quick specs, with properties at length
//   specs           the nightly specs of all rooms that need no more than a build and a browser
//   postgres        the nightly specs of pagewalk/postgres
//   oldest-postgres the full specs of pagewalk/postgres on the oldest supported version that is installed; part of test:full
//   renders         900 pages that the server renders, and what its heap holds after them
//   node, typescript, angular   the versions in matrix.json, or those that are named: npm run nightly -- node 22 24
// Properties get a new seed, which is printed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkAngular } from './angular.mjs';

const root = dirname(import.meta.dirname);
const matrix = JSON.parse(readFileSync(join(import.meta.dirname, 'matrix.json'), 'utf8'));
const seed = process.env.PAGEWALK_SEED ?? String(randomInt(2 ** 31));
const drawn = { PAGEWALK_NIGHTLY: '1', PAGEWALK_SEED: seed };
const bin = (name) => join('node_modules', 'mocha', 'bin', name);

const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0;
const mocha = (args, env, node = process.execPath) => run(node, [bin('mocha.js'), ...args], env);
const tier = (name) => ['--config', `spec/tiers/${name}.cjs`];
const onPostgres = (files) => ['--parallel', '--require', './spec/tiers/onePostgres.cjs', files];
const built = () => run('npm', ['run', 'build']);

/** Installs a package into a folder of the cache, and gives that folder. No install script runs. */
const installed = (name, what) => {
  const folder = join(root, '.cache', 'versions', name);
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--loglevel', 'error'];
  if (!run('npm', ['install', '--prefix', folder, ...flags, what]))
    throw new Error(`${what} is not to be had from npm`);
  return join(folder, 'node_modules');
};

const onNode = (line) => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(installed(`node-${line}`, `${name}@${line}`), name, 'bin');
  return mocha(tier('quick'), { PATH: `${folder}:${process.env.PATH}` }, join(folder, 'node'));
};

const underTypescript = (line) => {
  const folder = installed(`typescript-${line}`, `typescript@~${line}.0`);
  const env = { PAGEWALK_TYPESCRIPT: join(folder, 'typescript') };
  return mocha(['spec/package/types/types-full-spec.ts'], env);
};

const oldestPostgres = () => {
  const binOf = (version) => `/usr/lib/postgresql/${version}/bin`;
  const found = matrix.postgres.find((version) => existsSync(binOf(version)));
  if (found !== matrix.postgres[0])
    console.log(
      `NOT RUN on Postgres ${matrix.postgres[0]}, which is not installed: ${found === undefined ? 'nor is another one' : `${found} runs instead`}`,
    );
  const env = { POSTGRES_BIN: binOf(found) };
  return found === undefined || mocha(onPostgres('spec/stores/postgres/**/*-full-spec.ts'), env);
};

const all = {
  properties: () => mocha(tier('quick'), drawn),
  specs: () => built() && mocha(tier('nightly'), drawn),
  postgres: () => mocha(onPostgres('spec/stores/postgres/nightly/*-nightly-spec.ts'), drawn),
  'oldest-postgres': oldestPostgres,
  renders: () =>
    built() &&
    run(process.execPath, ['scripts/example.mjs', 'build']) &&
    mocha(['spec/browser/ssr/heap-nightly-spec.ts']),
};

const versions = {
  node: { lines: matrix.node, check: onNode },
  typescript: { lines: matrix.typescript, check: (line) => underTypescript(line) },
  angular: {
    lines: Object.keys(matrix.angular).filter((line) => 'core' in matrix.angular[line]),
    check: (line) => checkAngular(line, matrix.angular[line]),
  },
};

const passes = async (name, check) => {
  try {
    return [name, (await check()) ? 'passed' : 'FAILED'];
  } catch (error) {
    return [name, `FAILED: ${error.message}`];
  }
};

const main = async ([what, ...wanted]) => {
  const results = [];
  if (what in versions) {
    const { lines, check } = versions[what];
    if (what !== 'node' && !built()) return 1;
    for (const line of wanted.length > 0 ? wanted : lines)
      results.push(await passes(`${what} ${line}`, () => check(line)));
  } else for (const name of [what, ...wanted]) results.push(await passes(name, all[name]));
  for (const [name, result] of results) console.log(`${name}: ${result}`);
  console.log(`the same seed: PAGEWALK_NIGHTLY=1 PAGEWALK_SEED=${seed} npx mocha FILE`);
  return results.some(([, result]) => result !== 'passed') ? 1 : 0;
};

const names = process.argv.slice(2);
const known = [...Object.keys(all), ...Object.keys(versions)];
if (names.length > 0 && !known.includes(names[0])) {
  console.error(`there is no ${names[0]}: ${known.join(', ')}`);
  process.exitCode = 2;
} else process.exitCode = await main(names.length > 0 ? names : ['properties', 'specs']);
