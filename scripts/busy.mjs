// npm run test:busy: npm test beside four busy loops for each core.
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Each ends with this process, however that ends.
const loop = 'const parent = process.ppid; while (process.ppid === parent);';
const loops = Array.from({ length: availableParallelism() * 4 }, () =>
  spawn(process.execPath, ['-e', loop]),
);
const { status } = spawnSync('npm', ['test'], { stdio: 'inherit' });
for (const each of loops) each.kill('SIGKILL');
process.exitCode = status ?? 1;
