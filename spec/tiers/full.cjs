// npm run test:full: what needs a build, a browser, a Postgres or other processes, and what takes longer.
const { tier } = require('./tier.cjs');

// Where npm test found no browser, its smoke test has not been run yet.
module.exports = tier({
  spec: ['spec/**/*-full-spec.ts', 'spec/browser/smoke-spec.ts'],
  require: ['./spec/tiers/onePostgres.cjs'],
});
