import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import process from 'node:process';
import { URL } from 'node:url';
import { parseArgs } from 'node:util';
import { plot } from './report/plot.mjs';
import { rewriteBlocks } from './report/rewriteBlocks.mjs';
import { tableOf } from './report/table.mjs';
import { races, shared } from './scenarios/races.mjs';
import { runGrowth } from './scenarios/runGrowth.mjs';
import { runImport } from './scenarios/runImport.mjs';
import { runRace } from './scenarios/runRace.mjs';
import { runShared } from './scenarios/runShared.mjs';

const usage = `
Compares Pagewalk with its peers: \`npm run bench\` at the root, or \`node bench/run.mjs\` after a build.

  --scenario name   only this one; may be repeated
  --rounds n        rounds of every race (default 9)
  --quick           3 rounds, and millions of objects become thousands
  --json            results for machines, on standard output
  --from file       no run: take the results of an earlier --json; may be repeated
  --plot            also draw docs/performance.svg, of all scenarios that it shows
  --docs            also rewrite the tables in docs/maintainers/benchmarks.md, and draw the plot
`;

const { values: options } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    from: { type: 'string', multiple: true },
    plot: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const rounds = Number(options.rounds ?? (options.quick ? 3 : 9));
const sizes = options.quick ? [10_000, 100_000, 500_000] : [10_000, 100_000, 1_000_000, 5_000_000];

const scenarios = {
  ...Object.fromEntries(Object.entries(races).map(([name, race]) => [name, (say) => runRace(race, { rounds, say })])),
  'shared-process': (say) => runShared(shared, { rounds, say }),
  growth: (say) => runGrowth(sizes, { say }),
  import: (say) => runImport({ rounds: rounds * 2 + 1, say }),
};

const complain = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};

const runAll = async (names) => {
  const results = {};
  for (const name of names) {
    const say = (text) => process.stderr.write(`${name}: ${text}\n`);
    results[name] = await scenarios[name](say);
    if (!options.json) process.stdout.write(`${tableOf(results[name])}\n`);
  }
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, cores: cpus().length };
  return { ...machine, results };
};

const readEarlier = async (files) => {
  const reports = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))));
  return { ...reports[0], results: Object.assign({}, ...reports.map(({ results }) => results)) };
};

const fileOf = (path) => new URL(`../${path}`, import.meta.url);

const writePlot = async ({ results }) => {
  const drawn = ['throughput', 'small-pages', 'latency-waits', 'latency-computes'];
  const missing = drawn.filter((name) => !(name in results));
  if (missing.length > 0) process.stderr.write(`no plot: it needs ${missing.join(', ')} too\n`);
  else await writeFile(fileOf('docs/performance.svg'), plot(drawn.map((name) => results[name])));
};

const writeDocs = async ({ results }) => {
  const texts = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, tableOf(result)]));
  const page = fileOf('docs/maintainers/benchmarks.md');
  await writeFile(page, rewriteBlocks(await readFile(page, 'utf8'), texts));
};

if (options.help) {
  process.stdout.write(usage);
} else {
  const names = options.scenario ?? Object.keys(scenarios);
  const unknown = names.filter((name) => !(name in scenarios));
  if (unknown.length > 0) complain(`no scenario ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}`);
  if (!(rounds >= 1)) complain('--rounds must be 1 or more');

  const report = options.from === undefined ? await runAll(names) : await readEarlier(options.from);
  if (options.json) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  if (options.plot || options.docs) await writePlot(report);
  if (options.docs) await writeDocs(report);
}
