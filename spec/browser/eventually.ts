import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';

/** Less than the timeout of mocha, so that the assertion says what was waited for. */
const patience = 120_000;

/** Waits until an assertion holds, and fails as it does where it does not in time. */
export const eventually = async (assertion: () => void | Promise<void>): Promise<void> => {
  const end = Date.now() + patience;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(20);
  }
};

/** Waits until what is read is this. */
export const becomes = <A>(read: () => A | Promise<A>, value: A): Promise<void> =>
  eventually(async () => {
    expect(await read()).to.deep.equal(value);
  });
