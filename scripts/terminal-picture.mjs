// Draws pictures for the docs from real runs of the command line on a terminal of its own: all of them, or those that are named.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pagewalk = `"${process.execPath}" --import "${join(root, 'node_modules/tsx/dist/loader.mjs')}" "${join(root, 'src/cli/main.ts')}"`;
const port = 8080;

/** What is shown: each command as it is typed, and after how many milliseconds the picture is taken of one that runs. */
const pictures = {
  terminal: {
    title: 'pagewalk list in a terminal',
    scenes: [
      { typed: 'pagewalk list --limit 3 --format csv' },
      { typed: 'pagewalk list --out employee.ndjson' },
      {
        typed: `pagewalk list --base-url http://127.0.0.1:${port} ri.ontology.main.demo event > event.ndjson`,
        takenAfter: 4_000,
      },
    ],
  },
  codec: { title: 'pagewalk codec in a terminal', scenes: [{ typed: 'pagewalk codec --search' }] },
};

const grid = { width: 8.4, height: 20, padding: 16, columns: 94 };
const colours = { background: '#16181d', text: '#d7dae0', prompt: '#7fbf7f', note: '#9aa4b2' };

/** Runs a shell command on a terminal, and gives everything that it wrote there. */
const record = async (command, cwd, takenAfter) => {
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks = [];
  child.stdout.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  if (takenAfter === undefined) await closed;
  else await wait(takenAfter);
  const text = chunks.join('');
  child.kill('SIGTERM');
  await closed;
  return text;
};

const escape = '\u001b';
const parts = new RegExp(`\\r|\\n|${escape}\\[[\\d;]*[A-Za-z]|[^\\r\\n${escape}]+`, 'g');

/** The lines that a terminal shows of a text: what moves back to the start of a line is written over. */
const screen = (text) => {
  const lines = [''];
  let column = 0;
  for (const part of text.match(parts) ?? []) {
    const line = lines[lines.length - 1];
    if (part === '\n') lines.push('');
    if (part === '\n' || part === '\r') column = 0;
    else if (part.endsWith('K') && part.startsWith(escape)) lines[lines.length - 1] = line.slice(0, column);
    else if (!part.startsWith(escape)) {
      lines[lines.length - 1] = line.slice(0, column).padEnd(column) + part + line.slice(column + part.length);
      column += part.length;
    }
  }
  return lines;
};

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

const drawText = (text, row, fill, column = 0) => {
  const x = grid.padding + column * grid.width;
  const y = grid.padding + (row + 0.75) * grid.height;
  return `<text x="${x.toFixed(1)}" y="${y}" fill="${fill}" textLength="${(text.length * grid.width).toFixed(1)}">${escaped(text)}</text>`;
};

const drawLine = ({ text, isTyped }, row) => {
  if (text === '') return '';
  if (isTyped) return drawText('$', row, colours.prompt) + drawText(text, row, colours.text, 2);
  const isNote = text.startsWith('pagewalk:') || text.includes(' · ');
  // Not every browser keeps spaces that a text begins with.
  const shown = text.trimStart();
  return drawText(shown, row, isNote ? colours.note : colours.text, text.length - shown.length);
};

const draw = (title, lines) => {
  const [width, height] = [
    Math.ceil(grid.columns * grid.width + 2 * grid.padding),
    lines.length * grid.height + 2 * grid.padding,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    '  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">',
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${colours.background}"/>`,
    ...lines.map(drawLine).filter((line) => line !== ''),
    '</svg>',
    '',
  ].join('\n');
};

const directory = await mkdtemp(join(tmpdir(), 'pagewalk-'));
const serving = `exec ${pagewalk} serve --port ${port} --fault delay:every=1,ms=60`;
const service = spawn('bash', ['-c', serving], { stdio: ['ignore', 'ignore', 'pipe'] });
try {
  await new Promise((resolve, reject) => {
    service.stderr.on('data', (chunk) => String(chunk).includes('Ctrl-C') && resolve());
    service.on('close', () => reject(new Error(`nothing can be served at port ${port}`)));
  });
  const named = process.argv.slice(2);
  for (const [name, { title, scenes }] of Object.entries(pictures)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const lines = [];
    for (const { typed, takenAfter } of scenes) {
      const shown = await record(typed.replace('pagewalk', pagewalk), directory, takenAfter);
      lines.push({ text: typed, isTyped: true }, ...screen(shown.trimEnd()).map((text) => ({ text, isTyped: false })));
    }
    const target = join(root, 'docs', `${name}.svg`);
    await writeFile(target, draw(title, lines));
    console.log(`${target}:\n${lines.map(({ text, isTyped }) => (isTyped ? `$ ${text}` : text)).join('\n')}`);
  }
} finally {
  service.kill();
  await rm(directory, { recursive: true });
}
