import { expect } from 'chai';
import { adviceOn, exitCodeOf, stopTextOf } from '../../../src/cli/endings/endings';
import type { StreamEnd } from '../../../src/cli/endings/StreamEnd';
import { newTally } from '../../../src/cli/terminal/progress';

const progress = { pages: 2, objects: 10, attempts: 1 };
const tally = { ...newTally({ pages: 2, objects: 10 }), earlier: 0 };
const kept = { file: 'place', part: 'out.part', pages: () => 2, isMarked: false };
const again = 'run the same command again to continue after 2 pages';
const remove = 'remove place and out.part to begin again';
const key = 'with --key NAME, where NAME is a property that tells objects apart';

const failing = (error: object): StreamEnd => ({ _tag: 'Failed', error: error as never });

/** Each end: what it exits with, and what to do where a bookmark is kept, and where none is. */
const rows: ReadonlyArray<
  readonly [end: StreamEnd, code: number, withBookmark: string, without: string]
> = [
  [{ _tag: 'Done' }, 0, 'run the same command again to put the file in its place', ''],
  [{ _tag: 'ReaderGone' }, 0, '', ''],
  [{ _tag: 'Interrupted', by: 'SIGTERM' }, 143, again, ''],
  [{ _tag: 'OutputFailed', reason: 'full' }, 1, again, ''],
  [{ _tag: 'MarkFailed', reason: 'x' }, 1, '', ''],
  [{ _tag: 'FormatFailed', reason: 'x' }, 1, remove, ''],
  [
    { _tag: 'KeyFailed', reason: 'x' },
    1,
    'run it without --key, or with another NAME',
    'run it without --key, or with another NAME',
  ],
  [failing({ _tag: 'NetworkFailure', reason: 'x', progress }), 1, again, ''],
  [failing({ _tag: 'InvalidRequest', reason: 'x', progress }), 2, '', ''],
  [
    failing({ _tag: 'InvalidRequest', reason: 'x', progress: { ...progress, parent: '7' } }),
    1,
    '',
    '',
  ],
  [failing({ _tag: 'ProtocolViolation', rule: 'RepeatedToken', progress }), 1, again, ''],
  [failing({ _tag: 'ProtocolViolation', rule: 'MoreElsewhere', progress }), 1, remove, ''],
  [
    failing({ _tag: 'RetrievalLimitExceeded', progress }),
    1,
    `${remove}; --limit 10 takes the first 10`,
    '--limit 10 takes the first 10',
  ],
  [
    failing({ _tag: 'PageTokenExpired', progress }),
    1,
    `${key}, the walk begins again by itself`,
    `${key}, the walk begins again by itself`,
  ],
];

describe('an end', () => {
  for (const [end, code, withBookmark, without] of rows) {
    const name = end._tag === 'Failed' ? JSON.stringify(end.error) : end._tag;
    it(`${name}: exits with ${code}, and says what to do`, () => {
      expect(exitCodeOf(end, tally)).to.equal(code);
      const standing = { tally, mayBeginAgain: false };
      expect(adviceOn(end, { ...standing, kept })).to.equal(withBookmark);
      expect(adviceOn(end, standing)).to.equal(without);
    });
  }

  it('that left objects out exits with 1, and advises to begin again', () => {
    const flawed = { ...tally, invalid: 1 };
    expect(exitCodeOf({ _tag: 'Done' }, flawed)).to.equal(1);
    const standing = { tally: flawed, mayBeginAgain: false, kept };
    expect(adviceOn({ _tag: 'Done' }, standing)).to.equal(remove);
  });

  it('of which something is missing exits with 1, and any other end as it would', () => {
    expect(exitCodeOf({ _tag: 'Done' }, tally, true)).to.equal(1);
    expect(exitCodeOf({ _tag: 'Interrupted', by: 'SIGINT' }, tally, true)).to.equal(130);
  });

  it('by an expired token is tried again where the walk may begin again', () => {
    const end = failing({ _tag: 'PageTokenExpired', progress });
    const standing = { tally, mayBeginAgain: true };
    expect(adviceOn(end, { ...standing, kept })).to.equal(again);
    expect(adviceOn(end, { ...standing, kept: { ...kept, isMarked: true } })).to.equal(
      'run the same command again to read what is new from its first page',
    );
  });

  it('says why, and what earlier runs have written', () => {
    const error = { _tag: 'NetworkFailure', reason: 'gone', progress };
    expect(stopTextOf(failing(error), { ...tally, earlier: 5 })).to.match(
      /gone.*; with earlier runs 10 objects in 2 pages were written$/,
    );
    expect(stopTextOf({ _tag: 'Interrupted', by: 'SIGINT' }, tally)).to.equal(
      'interrupted after 10 objects in 2 pages',
    );
    expect(stopTextOf({ _tag: 'Done' }, tally)).to.equal(undefined);
  });
});
