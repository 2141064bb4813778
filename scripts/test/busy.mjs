// npm run test:busy: npm test while four busy loops for each core run beside it.
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Each ends with this process, however that ends.
const loop = 'const parent = process.ppid; while (process.ppid === parent);';
const loops = Array.from({ length: availableParallelism() * 4 }, () =>
  spawn(process.execPath, ['-e', loop]),
);
const begun = Date.now();
const { status } = spawnSync('npm', ['test'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
for (const each of loops) each.kill('SIGKILL');
const took = Math.round((Date.now() - begun) / 1000);
console.log(
  `npm test beside ${loops.length} busy loops: ${status === 0 ? 'passed' : 'failed'} after ${took} s`,
);
process.exitCode = status === 0 ? 0 : 1;
