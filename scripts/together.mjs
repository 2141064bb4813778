// Runs lanes of commands at the same time. It says what begins and what ends, shows failures when they come and the output of what has
// ended (what failed comes last, where one looks first), then how long each took, and fails if one of them does:
//   node scripts/together.mjs "npm run lint" "npm run build && npm run spec"
import { spawn } from 'node:child_process';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { inside, linesOf, say, showFailure, showProgress } from './progress.mjs';

const states = new Map();
const begun = Date.now();
const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;
const show = () =>
  showProgress(
    [seconds(begun), ...[...states].map(([command, state]) => `${command} ${state}`.trim())].join(
      ' | ',
    ),
  );

const run = (command) =>
  new Promise((resolve, reject) => {
    const since = Date.now();
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: inside });
    const progress = (text) => show(states.set(command, text));
    const output = linesOf(child, { progress, failed: showFailure });
    say(`begins: ${command}`);
    progress('');
    child.on('error', reject);
    child.on('close', (code) => {
      states.delete(command);
      const took = `${seconds(since)}: ${command}`;
      if (code === 0) process.stdout.write(output());
      say(code === 0 ? took : `FAILED after ${took}`);
      resolve({ code, took, output });
    });
  });

/** The steps of a lane, one after the other, up to the first that fails. */
const runLane = async (lane) => {
  const ended = [];
  for (const command of lane.split(' && ')) {
    ended.push(await run(command));
    if (ended.at(-1).code !== 0) break;
  }
  return ended;
};

const clock = setInterval(show, 1_000);
const ended = (await Promise.all(process.argv.slice(2).map(runLane))).flat();
clearInterval(clock);
showProgress('');
const failed = ended.filter(({ code }) => code !== 0);
for (const { output } of failed) process.stdout.write(output());
for (const { code, took } of ended) say(`${code === 0 ? 'passed' : 'FAILED'} ${took}`);
process.exitCode = failed.length === 0 ? 0 : 1;
