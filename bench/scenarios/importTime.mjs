import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { URL } from 'node:url';

/* In a fresh process: what it takes to load the named modules. `require` loads the product's, `import` the peers'. */
const [how, ...modules] = process.argv.slice(2);
const require = createRequire(new URL('../../package.json', import.meta.url));

const cpuBefore = process.cpuUsage();
const began = performance.now();
for (const name of modules) {
  if (how === 'require') require(name);
  else await import(name);
}
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(cpuBefore);
console.log(JSON.stringify({ ms, cpu: (user + system) / 1000 }));
