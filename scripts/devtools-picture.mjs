// Takes docs/devtools.png: the panel, after ten walks of all kinds have been under way for a while.
import { build } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromium as findChromium } from './chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = process.argv[2] ?? join(root, 'docs', 'devtools.png');

const contents = `
import { createClient, polite, retryExpired, rights, withValve } from 'pagewalk';
import { showWalks } from 'pagewalk/devtools';
import { memoryService } from 'pagewalk/testing';
import { timer } from 'rxjs';

const types = ['employee', 'aircraft', 'person', 'event', 'contract', 'invoice', 'vehicle', 'site', 'sensor', 'shipment'];
const { transport, ontologyRid } = memoryService({
  objects: Object.fromEntries(types.map((type) => [type, Array.from({ length: 900 }, (_, id) => ({ id }))])),
  latency: ({ url }) => 80 + (url.length * 7919) % 300,
  faults: [
    { type: 'unavailable', every: 23 },
    { type: 'throttle', at: 50, retryAfter: 2 },
    { type: 'reset-during', every: 37 },
    { type: 'expire-token', at: 70 },
  ],
});
const limits = polite({ concurrent: 6 });
const client = createClient({ transport: limits(transport), retry: { attempts: 4, baseDelay: 300 } });
showWalks(client, { into: document.body, polite: limits });

/** The consumers: a slow one, one that leaves, and others that keep up. */
const work = (index) => (index === 3 ? 5_000 : index % 3 === 1 ? 8 : 0);
types.forEach((objectType, index) => {
  const walk = withValve({ highWaterMark: 50 }, (valve) =>
    client.list({ ontologyRid, objectType, label: objectType, pageSize: 50, valve }).pipe(
      retryExpired({ key: ({ properties }) => Number(properties.id) }),
      rights(),
      valve.concatMap(() => timer(work(index))),
    ),
  );
  timer(index * 300).subscribe(() => {
    const walking = walk.subscribe();
    if (index === 5) setTimeout(() => walking.unsubscribe(), 2_000);
  });
});`;

const { outputFiles } = await build({
  stdin: { contents, resolveDir: root },
  tsconfig: join(root, 'tsconfig.json'),
  bundle: true,
  format: 'iife',
  write: false,
});
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1120, height: 420 },
    colorScheme: 'light',
  });
  await page.setContent(
    '<!doctype html><html lang="en"><style>html, body, body > * { height: 100%; margin: 0 }</style><body></body></html>',
  );
  await page.addScriptTag({ content: outputFiles[0].text });
  await page.waitForTimeout(10_000);
  await page.getByRole('option', { name: /^event/ }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({ path: target });
  console.log(target);
} finally {
  await browser.close();
}
