// Builds the example for development and takes docs/angular.png of it, after it has recovered from some faults.
// `pngquant 128` makes it a third as large.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { buildToShow } from './angular-example.mjs';
import { chromium as findChromium } from './chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'docs', 'angular.png');

await buildToShow(join(root, 'examples', 'angular'));
const { startExample } = await import(
  pathToFileURL(join(root, 'examples', 'angular', 'server.mjs')).href
);

/** What is done before the picture is taken: a fault, what is said of it, the row to scroll to, and what comes of it. */
const scenes = [
  { fault: 'Refuse credential', told: /answered 401/, row: 75, outcome: '200 of 600 objects' },
  { fault: 'Reset connection', told: /will break off/, row: 167, outcome: '300 of 600 objects' },
];

const example = await startExample();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1120, height: 900 },
    reducedMotion: 'reduce',
  });
  await page.context().addCookies([{ name: 'visitor', value: 'ada', url: example.url }]);
  await page.goto(example.url);
  await page.getByLabel('Object type').selectOption('aircraft');
  await page.getByText('PW-0001').waitFor();
  const list = page.getByRole('list', { name: /Aircraft/ });
  for (const { fault, told, row, outcome } of scenes) {
    await page.getByRole('button', { name: fault }).click();
    await page.getByText(told).waitFor();
    await list.evaluate((element, top) => (element.scrollTop = top), row * 56);
    await page.getByText(outcome).waitFor();
  }
  await page.getByRole('button', { name: 'Walks' }).click();
  await page
    .getByRole('option', { name: /^objects/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Fit' }).click();
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  await page.screenshot({ path: target });
  console.log(target);
} finally {
  await browser.close();
  await example.close();
}
