// What the tiers have in common: the options of .mocharc.json, and a process for each core and one more, since many wait.
const { availableParallelism } = require('node:os');
const options = require('../../.mocharc.json');

exports.tier = (more) => ({
  ...options,
  parallel: true,
  jobs: availableParallelism() + 1,
  reporter: 'dot',
  ...more,
  require: [...options.require, ...(more.require ?? [])],
});

/** What each tier leaves to another one, by the endings of the files. */
exports.others = ['spec/**/*-full-spec.ts', 'spec/**/*-nightly-spec.ts', 'spec/**/smoke-spec.ts'];
