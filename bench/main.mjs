// npm run bench [-- name] [options]: a build, and one of the measurements beside this file; without a name the races against the peers.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const [first, ...rest] = process.argv.slice(2);
const names = ['guard', 'cost', 'invalid', 'durable', 'backpressure'];
const isNamed = names.includes(first);
const run = (command, ...args) => {
  const { status } = spawnSync(command, args, {
    cwd: dirname(import.meta.dirname),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
};

run('npm', 'run', 'build');
if (!isNamed) run('npm', '--prefix', 'bench', 'ci');
const options = isNamed ? rest : process.argv.slice(2);
run(process.execPath, join('bench', `${isNamed ? first : 'run'}.mjs`), ...options);
