// The end of npm test: one spec each for the package, the command, Postgres and a browser. What is not there is left out and named.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { tier } = require('./tier.cjs');

const scripts = join(__dirname, '..', '..', 'scripts');

const needs = { 'spec/browser': 'chromium.mjs', 'spec/stores/postgres': 'startPostgres.mjs' };

/** Whether what a folder needs is there. Its script says why not. */
const isThere = (folder) => {
  const { status, stderr } = spawnSync(process.execPath, [join(scripts, needs[folder])]);
  if (status !== 0) console.log(`LEFT OUT: ${folder}, because ${String(stderr).trim()}`);
  return status === 0;
};

module.exports = tier({
  spec: ['spec/package', ...Object.keys(needs).filter(isThere)].map(
    (folder) => `${folder}/smoke-spec.ts`,
  ),
});
