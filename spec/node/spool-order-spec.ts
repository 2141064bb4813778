import { expect } from 'chai';
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { from, type Observable } from 'rxjs';
import { spool } from '../../src/node/spool';
import { withValve } from '../../src/walk/valve/withValve';
import { collect } from '../support/collect';

type Pace = 'at once' | 'microtask' | 'turn';

const pace = fc.constantFrom<Pace>('at once', 'microtask', 'turn');

const wait = async (how: Pace): Promise<void> => {
  if (how === 'turn') await turn();
};

/** Any JSON value, and so much text with some of them that they leave memory for the disk. */
const entry = fc.record({
  value: fc.jsonValue(),
  pad: fc.constantFrom(0, 0, 10_000, 60_000, 200_000).map((length) => 'x'.repeat(length)),
  comes: pace,
  takes: pace,
});

interface Entry {
  readonly value: unknown;
  readonly comes: Pace;
  readonly takes: Pace;
}

const arriving = (entries: ReadonlyArray<Entry>): Observable<Entry> => {
  if (entries.every(({ comes }) => comes === 'at once')) return from(entries);
  return from(
    (async function* () {
      for (const one of entries) {
        await wait(one.comes);
        yield one;
      }
    })(),
  );
};

describe('spool: for any values, any memory, any mark and any pace of source and consumer', () => {
  it('what goes in comes out, once and in its order', () => {
    return fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 25 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 4 }),
        async (entries, isBurst, memory, highWaterMark) => {
          const source = isBurst ? from(entries) : arriving(entries);
          const worked = withValve({ highWaterMark }, (valve) =>
            source.pipe(
              spool(valve, { memory }),
              valve.concatMap((one) =>
                one.takes === 'at once' ? [one] : wait(one.takes).then(() => one),
              ),
            ),
          );
          expect(await collect(worked)).to.deep.equal(entries);
        },
      ),
      { numRuns: 300 },
    );
  });
});
