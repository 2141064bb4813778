// Renders the example on the server again and again, and tells how much memory it holds then:
//   node --expose-gc spec/browser/ssr/renders.mjs [renders = 900]    after node scripts/example.mjs build
import { setTimeout as pause } from 'node:timers/promises';
import { startExample } from '../../../examples/angular/server.mjs';

const renders = Number(process.argv[2] ?? 900);
const paths = ['/', '/signals', '/pipe'];
const example = await startExample({ isRendered: true });

const render = async (number) => {
  const response = await globalThis.fetch(example.url + paths[number % paths.length], {
    headers: { cookie: `visitor=number${number}` },
  });
  if (!(await response.text()).includes('</main>')) throw new Error('nothing was rendered');
};

/** Megabytes in use once everything has been collected that can be. */
const heap = async () => {
  // What the example remembers for its specs.
  example.requests.length = 0;
  example.tokens.length = 0;
  // Angular destroys an application a moment after its page was sent.
  await pause(50);
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
};

const heaps = [];
for (let number = 0; number < renders; number += paths.length) {
  await Promise.all(paths.map((_, index) => render(number + index)));
  const done = number + paths.length;
  if (done % Math.ceil(renders / 9) < paths.length) heaps.push(await heap());
}
await example.close();
console.log(
  JSON.stringify({ renders, heaps: heaps.map((megabytes) => Number(megabytes.toFixed(2))) }),
);
