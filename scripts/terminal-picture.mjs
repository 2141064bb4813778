// Draws the pictures of a terminal in docs/ from real runs on a terminal of its own:
//   node scripts/terminal-picture.mjs            the command line, docs/terminal.svg
//   node scripts/terminal-picture.mjs recovery   a walk that recovers, docs/recovery.svg
//   node scripts/terminal-picture.mjs codec      its command of that name, docs/codec.svg
//   node scripts/terminal-picture.mjs fleet      the example of that name, docs/fleet.svg
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { colours, draw } from './terminal/draw.mjs';
import { record } from './terminal/record.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const typescript = `"${process.execPath}" --import "${join(root, 'node_modules/tsx/dist/loader.mjs')}"`;
const port = 8080;

/** A service that pages as GitHub does, with Link headers, slow enough to be watched. */
const serve = async (...faults) => {
  const given = ['delay:every=1,ms=60', ...faults].map((fault) => `--fault ${fault}`).join(' ');
  const serving = `exec ${typescript} "${join(root, 'src/cli/main.ts')}" serve --port ${port} ${given}`;
  const service = spawn('bash', ['-c', serving], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve, reject) => {
    service.stderr.on('data', (chunk) => String(chunk).includes('Ctrl-C') && resolve());
    service.on('close', () => reject(new Error(`nothing can be served at port ${port}`)));
  });
  return service;
};

const commandLine = {
  columns: 94,
  command: (typed) =>
    typed.replace(/^(npx )?pagewalk/, `${typescript} "${join(root, 'src/cli/main.ts')}"`),
  colourOf: (text) =>
    text.startsWith('pagewalk:') || text.includes(' · ') ? colours.note : colours.text,
};

const saving = `npx pagewalk walk http://127.0.0.1:${port}/repos/acme/site/issues --items . --link -o issues.ndjson --resume`;

/** What the service of the walk that recovers refuses. */
const refusals = ['unavailable:at=4', 'throttle:at=8,retryAfter=1'];

/** Each picture: the commands as they are typed, what runs in their place, and when the picture of one that runs is taken. `isServed`: it runs already. */
const pictures = {
  terminal: {
    title: 'pagewalk walk in a terminal',
    ...commandLine,
    columns: 106,
    scenes: [
      { typed: `npx pagewalk walk http://127.0.0.1:${port}/repos/acme/site/issues` },
      {
        typed: `npx pagewalk walk http://127.0.0.1:${port}/repos/acme/site/issues --items . --link --limit 3 --format csv`,
      },
      {
        typed: `npx pagewalk walk http://127.0.0.1:${port}/repos/acme/site/issues --items . --link --out issues.ndjson`,
        isTaken: (lines) => /[12]\d pages/.test(lines.at(-1)),
      },
    ],
  },
  recovery: {
    title: 'A walk that is refused twice and killed, and has every object once',
    ...commandLine,
    columns: 112,
    faults: refusals,
    scenes: [
      {
        typed: `npx pagewalk serve --port ${port} --fault ${refusals.join(' --fault ')} & # a 503, a 429`,
        isServed: true,
      },
      {
        typed: saving,
        isTaken: (lines) => /1[0-4] pages .* [1-9] retr/.test(lines.at(-1)),
        ending: 'Killed',
      },
      { typed: saving },
      { typed: 'sort -u issues.ndjson | wc -l' },
    ],
  },
  codec: {
    title: 'pagewalk codec in a terminal',
    ...commandLine,
    scenes: [{ typed: 'pagewalk codec --search' }],
  },
  fleet: {
    title: 'The fleet: a table of walks, rounds and rates',
    columns: 80,
    command: () => `${typescript} "${join(root, 'examples/fleet/main.ts')}"`,
    scenes: [
      {
        typed: 'npm run example:fleet',
        rows: 24,
        isTaken: (lines) => {
          const shown = lines.join('\n');
          return shown.includes(' went on after ') && shown.includes('(killed)');
        },
      },
    ],
    colourOf: (text) => {
      if (text.includes('(killed)')) return colours.warning;
      return text.includes(' · ') || text.endsWith('a second') || text.includes(' done ')
        ? colours.note
        : colours.text;
    },
  },
};

const name = process.argv[2] ?? 'terminal';
const { title, columns, command, scenes, colourOf, faults = [] } = pictures[name];
const target = join(root, 'docs', `${name}.svg`);
const directory = await mkdtemp(join(tmpdir(), 'pagewalk-'));
const service = ['terminal', 'recovery'].includes(name) ? await serve(...faults) : undefined;
try {
  const lines = [];
  for (const { typed, ending, isServed, ...options } of scenes) {
    // What is started by its path in the repository runs there; what writes files does not.
    const cwd = name === 'fleet' ? root : directory;
    const shown = isServed ? [] : await record(command(typed), { cwd, columns, ...options });
    const printed = ending === undefined ? shown : [...shown, ending];
    lines.push(
      { text: typed, isTyped: true },
      ...printed.map((text) => ({ text: text.replace(`${directory}/`, ''), isTyped: false })),
    );
  }
  await writeFile(target, draw({ title, columns, lines, colourOf }));
  console.log(
    `${target}:\n${lines.map(({ text, isTyped }) => (isTyped ? `$ ${text}` : text)).join('\n')}`,
  );
} finally {
  service?.kill();
  await rm(directory, { recursive: true });
}
