// npm run nightly -- specs: what takes minutes and rarely fails. What needs more than a build and a browser is named by itself there.
const { tier } = require('./tier.cjs');

module.exports = tier({
  spec: 'spec/**/*-nightly-spec.ts',
  ignore: ['spec/stores/postgres/**', 'spec/browser/ssr/**'],
});
