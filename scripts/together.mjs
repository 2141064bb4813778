// Runs commands at the same time, shows what each has written when it has ended (those that failed come last, where one
// looks first) and how long it took, and fails if one of them does:
//   node scripts/together.mjs "npm run lint" "npm run spec"
import { spawn } from 'node:child_process';
import { Buffer } from 'node:buffer';
import process from 'node:process';

const run = (command) =>
  new Promise((resolve, reject) => {
    const chunks = [];
    const begun = Date.now();
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const took = `${Math.round((Date.now() - begun) / 1000)} s: ${command}\n`;
      const output = Buffer.concat([...chunks, Buffer.from(took)]);
      if (code === 0) process.stdout.write(output);
      resolve({ code, output });
    });
  });

const failed = (await Promise.all(process.argv.slice(2).map(run))).filter(({ code }) => code !== 0);
for (const { output } of failed) process.stdout.write(output);
process.exitCode = failed.length === 0 ? 0 : 1;
