// Installs the servers of Debian that are small, where this may: node debian.mjs
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const packages = { aria2: '/usr/bin/aria2c' };
const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]));
if (missing.length > 0 && process.geteuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], {
    stdio: 'inherit',
  });
}
