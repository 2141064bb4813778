// npm run spec: what shows itself in less than a second of CPU, and needs no build.
const { others, tier } = require('./tier.cjs');

module.exports = tier({ spec: 'spec/**/*-spec.ts', ignore: others });
