import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { adviceOf } from '../../../src/cli/commands/streamWalk';
import { createKeys } from '../../../src/cli/document/Keys';
import { courseFrom } from '../../../src/cli/document/Writing';
import { ndjson } from '../../../src/cli/formats/json';
import { newTally } from '../../../src/cli/walk/progress';
import type { StreamEnd } from '../../../src/cli/walk/StreamEnd';
import { errorsAt } from '../../support/walkErrors';
import { placeShowing } from '../../support/pages';

const errors = errorsAt(O.none);
const resumption = O.some({ file: 'f', part: 'o.part', pages: () => 12 });
const tally = newTally({ pages: 12, objects: 12_000, invalid: 0 });
const course = courseFrom();
const restart = courseFrom(placeShowing({ pages: 0, objects: 0, round: 2, isLast: false }));
const keyFailed: StreamEnd = { _tag: 'KeyFailed', reason: 'an object has no id' };
const keys = O.some(createKeys('id', ndjson));
const failed = (tag: keyof typeof errors): StreamEnd => ({ _tag: 'Failed', error: errors[tag] });

const goOn = 'run the same command again to continue after 12 pages';
const beginAgain = 'remove f and o.part to begin again';

describe('adviceOf', () => {
  const ends: ReadonlyArray<readonly [StreamEnd, string]> = [
    [{ _tag: 'Interrupted', by: 'SIGINT' }, goOn],
    [{ _tag: 'OutputFailed', reason: 'no space is left' }, goOn],
    [keyFailed, 'run it without --key, or with another NAME, to continue after 12 pages'],
    [failed('HttpFailure'), goOn],
    [failed('ProtocolViolation'), goOn],
    [failed('PageTokenExpired'), goOn],
    [failed('RetrievalLimitExceeded'), `${beginAgain}; --limit 12000 takes the first 12,000`],
    [{ _tag: 'Done' }, 'run the same command again to put the file in its place'],
    [failed('InvalidRequest'), ''],
  ];
  for (const [end, advice] of ends) {
    it(`says '${advice}' with --resume at ${JSON.stringify(end).slice(0, 60)}`, () => {
      expect(adviceOf(end, { resumption, keys, tally, course })).to.equal(advice);
    });
  }

  it('says how to begin again after a walk that is over but for invalid objects', () => {
    expect(adviceOf({ _tag: 'Done' }, { resumption, keys, course, tally: { ...tally, invalid: 1 } })).to.equal(
      beginAgain,
    );
  });

  it('says the same after one that left objects out because others have their key', () => {
    expect(adviceOf({ _tag: 'Done' }, { resumption, keys, course, tally: { ...tally, omitted: 1 } })).to.equal(
      beginAgain,
    );
  });

  it('asks for another key where the walk has begun again, because without one nothing can be told apart', () => {
    const restarted = { resumption, keys, tally, course: restart };
    expect(adviceOf(keyFailed, restarted)).to.equal(`run it with --key and another NAME, or ${beginAgain}`);
  });

  it('knows what to do about a key, and about a service that gives no more, without --resume too', () => {
    const once = { resumption: O.none, keys, tally, course };
    expect(adviceOf(keyFailed, once)).to.equal('run it without --key, or with another NAME');
    expect(adviceOf(failed('RetrievalLimitExceeded'), once)).to.equal('--limit 12000 takes the first 12,000');
    expect(adviceOf(failed('RetrievalLimitExceeded'), { ...once, tally: newTally() })).to.equal('');
  });

  it('speaks of the first page where the walk has just begun again', () => {
    const begun = O.some({ file: 'f', part: 'o.part', pages: () => 0 });
    const advice = adviceOf(failed('HttpFailure'), { resumption: begun, keys, tally, course: restart });
    expect(advice).to.equal('run the same command again to continue from the first page');
  });

  it('asks for a key where the page token has expired', () => {
    const end = failed('PageTokenExpired');
    expect(adviceOf(end, { resumption, keys: O.none, tally, course })).to.match(
      /with --key NAME.*; or remove f and o\.part/,
    );
    expect(adviceOf(end, { resumption: O.none, keys: O.none, tally, course })).to.match(/^with --key NAME/);
    expect(adviceOf(end, { resumption: O.none, keys, tally, course })).to.equal('');
  });

  it('says nothing where nothing was written, and without --resume', () => {
    expect(adviceOf(failed('HttpFailure'), { resumption, keys, tally: newTally(), course })).to.equal('');
    expect(adviceOf(failed('HttpFailure'), { resumption: O.none, keys, tally, course })).to.equal('');
  });
});
