import process from 'node:process';
import { parseArgs } from 'node:util';
import { tableOf } from './report/table.mjs';
import { races, shared } from './scenarios/races.mjs';
import { runRace } from './scenarios/runRace.mjs';
import { runShared } from './scenarios/runShared.mjs';

const usage = `
Compares Pagewalk with its peers: \`npm run bench\` at the root, or \`node bench/run.mjs\` after a build.

  --scenario name   only this one; may be repeated
  --rounds n        rounds of every race (default 9)
  --json            results for machines, on standard output
`;

const { values: options } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '9' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const rounds = Number(options.rounds);

const scenarios = {
  ...Object.fromEntries(
    Object.entries(races).map(([name, race]) => [name, (say) => runRace(race, { rounds, say })]),
  ),
  'shared-process': (say) => runShared(shared, { rounds, say }),
};

const complain = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};

if (options.help) {
  process.stdout.write(usage);
} else {
  const names = options.scenario ?? Object.keys(scenarios);
  const unknown = names.filter((name) => !(name in scenarios));
  if (unknown.length > 0)
    complain(`no scenario ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}`);
  if (!(rounds >= 1)) complain('--rounds must be 1 or more');

  for (const name of names) {
    const result = await scenarios[name]((text) => process.stderr.write(`${name}: ${text}\n`));
    process.stdout.write(
      options.json ? `${JSON.stringify({ name, ...result })}\n` : `${tableOf(result)}\n`,
    );
  }
}
