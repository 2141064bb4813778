// What the processes of scripts/test/specs.mjs say while they run: a line for each step, and at the end what mocha always says.
const { reporters, Runner } = require('mocha');

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_TEST_END, EVENT_TEST_FAIL } = Runner.constants;

module.exports = class extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const say = (event, text) =>
      process.stdout.write(`::${event} ${String(text).replace(/\s+/g, ' ')}\n`);
    runner.once(EVENT_RUN_BEGIN, () => say('total', runner.total));
    runner.on(EVENT_TEST_END, () => say('done', 1));
    runner.on(EVENT_TEST_FAIL, (test, error) =>
      say('failed', `${test.fullTitle()}: ${error?.message ?? error}`),
    );
    runner.once(EVENT_RUN_END, () => this.epilogue());
  }
};
