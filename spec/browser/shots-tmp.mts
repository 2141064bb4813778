import { chromium } from 'playwright-core';
import { pathToFileURL } from 'node:url';
const root = '/tmp/wt/angular/';
const which = process.argv[2];
const { startExample } = await import(pathToFileURL(root + `examples/${which}/server.mjs`).href);
const example = await startExample();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--disable-gpu', '--no-sandbox'] });
try {
  const looks = {
    desk: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
    phone: { viewport: { width: 375, height: 740 }, colorScheme: 'light' },
    dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
    phonedark: { viewport: { width: 375, height: 740 }, colorScheme: 'dark' },
  };
  const only = process.argv[3]?.split(',');
  for (const [look, options] of Object.entries(looks)) {
    if (only && !only.includes(look)) continue;
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' } as never);
    const page = await context.newPage();
    page.on('console', (m) => {
      if (m.type() === 'error' || m.type() === 'warning') console.log(look, m.text());
    });
    page.on('pageerror', (e) => console.log(look, e.message));
    const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${which}-${name}-${look}.png` });
    if (which === 'angular') {
      await page.goto(example.url);
      await page.waitForTimeout(800);
      await shot('scroll');
      await page.goto(example.url + '/million');
      await page.waitForTimeout(800);
      await shot('million');
      await page.getByRole('button', { name: 'Go to row' }).click();
      await page.waitForTimeout(600);
      await page
        .getByRole('button', { name: /Remove/ })
        .nth(2)
        .click();
      await page.waitForTimeout(200);
      await shot('million-far');
      await page.goto(example.url + '/signals');
      await page.waitForTimeout(600);
      await shot('more');
      await page.goto(example.url + '/search/12');
      await page.waitForTimeout(800);
      await page.getByRole('button', { name: /Mark as/ }).click();
      await page.waitForTimeout(400);
      await shot('employee');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForTimeout(200);
      await page.getByRole('link', { name: 'Scroll' }).click();
      await page.waitForTimeout(300);
      await shot('out');
      await page.goto(example.url + '/recipes');
      await page.waitForTimeout(800);
      await shot('guide');
    } else {
      await page.goto(example.url);
      await page.waitForTimeout(600);
      await shot('out');
      await page.getByRole('button', { name: 'Sign in as Ada' }).click();
      await page.waitForTimeout(600);
      await shot('in');
      await page.goto(example.url);
      await page.waitForTimeout(600);
      await page.getByRole('button', { name: /^Star/ }).nth(1).click();
      await page.waitForTimeout(300);
      await shot('list');
      await page.goto(example.url + '/million');
      await page.waitForTimeout(800);
      await shot('million');
      await page.getByRole('button', { name: 'Row 700,000' }).click();
      await page.waitForTimeout(1500);
      await shot('million-far');
      await page.goto(example.url + '/scroll');
      await page.waitForTimeout(800);
      await shot('scroll');
      await page.goto(example.url + '/about');
      await page.waitForTimeout(800);
      await shot('about');
    }
    await context.close();
  }
} finally {
  await browser.close();
  await example.close();
}
