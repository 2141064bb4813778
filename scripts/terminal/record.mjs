import { spawn, spawnSync } from 'node:child_process';
import { screen } from './screen.mjs';

/**
 * Runs a shell command on a terminal of its own, and gives the lines that it shows: in the end, or as soon as `isTaken`
 * says of the lines of that moment that they are the picture. Then the command is killed.
 */
export const record = async (command, { cwd, columns, rows = 40, isTaken = () => false }) => {
  const sized = `stty cols ${columns} rows ${rows}; exec ${command}`;
  const child = spawn('script', ['-qefc', sized, '/dev/null'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  let taken;
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    const lines = screen(text.trimEnd());
    if (taken !== undefined || !isTaken(lines)) return;
    taken = lines;
    spawnSync('pkill', ['-KILL', '-P', String(child.pid)]);
  });
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  return taken ?? screen(text.trimEnd());
};
