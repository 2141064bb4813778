// Runs the specs of a tier, as the names of the files say, in a process of mocha for each core and one more, since many wait:
//   node scripts/test/specs.mjs quick                  every *-spec.ts
//   node scripts/test/specs.mjs full spec/cli          every *-full-spec.ts of a folder
//   node scripts/test/specs.mjs nightly -spec/browser  every *-nightly-spec.ts, except those of a folder
//   node scripts/test/specs.mjs properties             the quick ones again; properties that can be long are
// The last two draw a new seed for all properties, and print it.
// SPEC_SHUFFLE=7 runs the files in another order, which is the same for the same number. SPEC_JOBS=1 sets how many processes.
// What npm test cannot run here, because no Chromium or no Postgres can be had, is left out and named. Other tiers fail then.
// The full tier runs the specs of Postgres twice: on the newest version, and on the oldest supported one that is installed.
import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { chromium } from '../chromium.mjs';
import { linesOf, say, showFailure, showProgress } from '../progress.mjs';
import { installedPostgres, startPostgres } from '../startPostgres.mjs';

const root = dirname(dirname(import.meta.dirname));
const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');

const tierOf = (file) => /-(full|nightly)-spec\.ts$/.exec(file)?.[1] ?? 'quick';

const isIn = (folder) => (file) => file.startsWith(`${folder}/`);

const specsOf = (tier, folders) => {
  const [left, wanted] = [
    folders.filter((name) => name.startsWith('-')),
    folders.filter((name) => !name.startsWith('-')),
  ];
  return readdirSync(join(root, 'spec'), { recursive: true })
    .map((name) => `spec/${name.split(sep).join('/')}`)
    .filter((file) => file.endsWith('-spec.ts') && tierOf(file) === tier)
    .filter((file) => wanted.length === 0 || wanted.some((folder) => isIn(folder)(file)))
    .filter((file) => !left.some((folder) => isIn(folder.slice(1))(file)))
    .sort();
};

const shuffled = (files, seed) => {
  const keys = new Map(
    files.map((file) => [file, createHash('sha256').update(`${seed} ${file}`).digest('hex')]),
  );
  return [...files].sort((one, other) => (keys.get(one) < keys.get(other) ? -1 : 1));
};

/** Dealt out like cards, so that each process gets some of every folder. */
const dealt = (files, hands) =>
  Array.from({ length: Math.min(hands, files.length) }, (_, hand) =>
    files.filter((_, index) => index % hands === hand),
  );

/** How many specs there are, and how many have ended, in all processes. */
const counts = { total: 0, done: 0 };

const count = (which) => (text) => {
  counts[which] += Number(text);
  if (counts.done % 50 === 0) showProgress(`${counts.done} of ${counts.total} specs`);
};

const runMocha = (files, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [mocha, '--reporter', join(import.meta.dirname, 'reporter.cjs'), ...files],
      {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const output = linesOf(child, {
      total: count('total'),
      done: count('done'),
      failed: showFailure,
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      // One after the other, since two that report at once cannot be read.
      say(output());
      if (code === null) say(`\n  1 failing\n\n  mocha was ended by ${signal}`);
      resolve(code === 0);
    });
  });

const [given = 'quick', ...folders] = process.argv.slice(2);
const tier = given === 'properties' ? 'quick' : given;
const isNightly = given === 'properties' || given === 'nightly';
const seed = process.env.PAGEWALK_SEED ?? String(randomInt(2 ** 31));

/** A Postgres for all processes. Nothing of it outlives the specs, so nothing is synced. */
const havePostgres = async () => {
  const server = await startPostgres({ fsync: 'off' });
  return { env: { DATABASE_URL: server.url }, stop: server.stop };
};

/** What some specs need beside Node: the specs of a folder, and how to have it. */
const needs = [
  { folder: 'spec/browser', what: 'a Chromium', have: () => void chromium() },
  {
    folder: 'spec/postgres',
    what: 'a Postgres',
    have: havePostgres,
  },
];
const had = [];
let files = specsOf(tier, folders);
if (files.length === 0)
  throw new Error(`the ${tier} tier has no specs in ${folders.join(', ') || 'spec'}`);
for (const { folder, what, have } of needs) {
  const those = files.filter(isIn(folder));
  if (those.length === 0) continue;
  try {
    had.push(await have());
  } catch (error) {
    if (tier !== 'quick') throw error;
    const why = String(error?.message ?? error)
      .replace(/\s+/g, ' ')
      .trim();
    say(`SKIPPED, because ${what} is not to be had (${why}): ${those.join(', ')}`);
    files = files.filter((file) => !those.includes(file));
  }
}

const { SPEC_SHUFFLE, SPEC_JOBS } = process.env;
const order = SPEC_SHUFFLE === undefined ? files : shuffled(files, SPEC_SHUFFLE);
const nightly = isNightly ? { PAGEWALK_NIGHTLY: '1', PAGEWALK_SEED: seed } : {};
const runAll = async (specs, env) => {
  const hands = dealt(specs, Number(SPEC_JOBS ?? availableParallelism() + 1));
  const passed = await Promise.all(hands.map((hand) => runMocha(hand, env)));
  showProgress('');
  return passed.every(Boolean);
};
let isPassed = await runAll(order, Object.assign(nightly, ...had.map((each) => each?.env)));
await Promise.all(had.map((each) => each?.stop?.()));

const oldestPostgres = 14;
const again = order.filter(isIn('spec/postgres'));
if (tier === 'full' && again.length > 0 && !process.env.DATABASE_URL && !process.env.POSTGRES_BIN) {
  const oldest = installedPostgres().find(({ version }) => version >= oldestPostgres);
  if (oldest?.version !== oldestPostgres) {
    const instead =
      oldest === undefined ? 'no other is installed' : `Postgres ${oldest.version} runs instead`;
    say(`NOT RUN on Postgres ${oldestPostgres}, which is not to be had: ${instead}`);
  }
  if (oldest !== undefined) {
    say(`on Postgres ${oldest.version}:`);
    process.env.POSTGRES_BIN = oldest.bin;
    const { env, stop } = await havePostgres();
    isPassed = (await runAll(again, env)) && isPassed;
    await stop();
  }
}
console.log(
  `${files.length} spec files of the ${tier} tier${SPEC_SHUFFLE === undefined ? '' : `, shuffled with ${SPEC_SHUFFLE}`}`,
);
if (isNightly)
  console.log(`to run one of them again: PAGEWALK_NIGHTLY=1 PAGEWALK_SEED=${seed} npx mocha FILE`);
process.exitCode = isPassed ? 0 : 1;
