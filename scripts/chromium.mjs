// Finds a Chromium, or installs one where it can: import { chromium } or run it to see the path.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const onPath = () => {
  const folders = [
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
};

/** The browsers that a full playwright has downloaded, the newest first. */
const downloaded = () => {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ].filter((path) => path !== undefined && existsSync(path));
  const inside = [
    ['chrome-linux64', 'chrome'],
    ['chrome-linux', 'chrome'],
    ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
  ];
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort((one, other) => Number(other.slice(9)) - Number(one.slice(9)))
      .flatMap((name) => inside.map((parts) => join(cache, name, ...parts))),
  );
};

const find = () => [...onPath(), ...places, ...downloaded()].find((path) => existsSync(path));

const aptGet = (...args) =>
  new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFile('apt-get', args, { env, maxBuffer: 2 ** 26 }, (error) => resolve(error === null));
  });

const installIt = async () => {
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!canInstall) return;
  console.error('No Chromium found: installing it with apt-get.');
  const args = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  if (!(await aptGet(...args)) && (await aptGet('update'))) await aptGet(...args);
};

/** The path of a Chromium: CHROMIUM_PATH if it is set, one that is installed, or one that is installed now. */
export const chromium = async () => {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, but there is no such file`);
  }
  const found = find();
  if (found !== undefined) return found;
  await installIt();
  const path = find();
  if (path === undefined)
    throw new Error(
      'No Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH to its path',
    );
  return path;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await chromium().then(console.log, (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
