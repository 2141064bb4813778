// npm run setup: what npm run test:full needs beside npm ci. It says what it is about to do, and does nothing that is done.
import { spawnSync } from 'node:child_process';
import { chromium } from './chromium.mjs';

const run = (command, args) => {
  console.log(`setup: ${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
};

const packages = ['chromium', 'fonts-liberation'];
const install = ['install', '-y', '--no-install-recommends', ...packages];

const isInstalled = () => {
  try {
    console.log(`setup: Chromium is ${chromium()}`);
    return true;
  } catch (error) {
    console.log(`setup: ${error.message}`);
    return false;
  }
};

/** Lists of packages that are out of date are a reason why an installation fails. */
const installed = () =>
  run('apt-get', install) || (run('apt-get', ['update']) && run('apt-get', install));

const hasApt = spawnSync('apt-get', ['--version']).status === 0;
if (isInstalled()) console.log('setup: nothing to do');
else if (!hasApt) {
  console.log(
    'setup: this is not Debian, and nothing was changed: install Chromium or Chrome yourself',
  );
  process.exitCode = 1;
} else if (process.getuid?.() !== 0) {
  console.log(
    `setup: only root may install, and nothing was changed: sudo apt-get ${install.join(' ')}`,
  );
  process.exitCode = 1;
} else if (!(installed() && isInstalled())) {
  console.log('setup: Chromium could not be installed');
  process.exitCode = 1;
}
