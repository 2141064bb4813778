// Finds a Chromium that is installed: import { chromium }, or run this to see the path, or why there is none.
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

/** The path of a Chromium: CHROMIUM_PATH if it is set, or one that is installed. Nothing is installed here. */
export const chromium = () => {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, but there is no such file`);
  }
  const found = [...onPath(), ...places, ...downloaded()].find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(
      'no Chromium found: run npm run setup, or set CHROMIUM_PATH to the path of a Chromium or Chrome',
    );
  return found;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(chromium());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
