import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { newTally } from '../../../src/cli/walk/progress';
import { stopTextOf, exitCodeOf, type StreamEnd } from '../../../src/cli/walk/StreamEnd';
import { explain } from '../../../src/index';
import { errorsAt } from '../../support/walkErrors';

const tally = newTally({ pages: 12, objects: 1_200, invalid: 0 });
const first = { ...newTally(), pages: 12, objects: 1_200 };
const errors = errorsAt(O.none);

const ends: ReadonlyArray<readonly [end: StreamEnd, code: number, complaint: string | undefined]> = [
  [{ _tag: 'Done' }, 0, undefined],
  [{ _tag: 'ReaderGone' }, 0, undefined],
  [{ _tag: 'Interrupted', by: 'SIGINT' }, 130, 'interrupted after 1,200 objects in 12 pages'],
  [{ _tag: 'Interrupted', by: 'SIGTERM' }, 143, 'interrupted after 1,200 objects in 12 pages'],
  [
    { _tag: 'OutputFailed', reason: 'no space is left' },
    1,
    'cannot write the objects: no space is left (after 1,200 objects in 12 pages)',
  ],
  [{ _tag: 'KeyFailed', reason: 'an object has no id' }, 1, 'an object has no id'],
  [{ _tag: 'Failed', error: errors.InvalidRequest }, 2, explain(errors.InvalidRequest)],
  [{ _tag: 'Failed', error: errors.Unauthorized }, 1, explain(errors.Unauthorized)],
  [{ _tag: 'Failed', error: errors.RetrievalLimitExceeded }, 1, explain(errors.RetrievalLimitExceeded)],
  [{ _tag: 'Failed', error: errors.ProtocolViolation }, 1, explain(errors.ProtocolViolation)],
];

describe('the end of streaming', () => {
  for (const [end, code, complaint] of ends) {
    it(`${JSON.stringify(end).slice(0, 70)} exits with ${code}`, () => {
      expect(exitCodeOf(end, first)).to.equal(code);
      expect(stopTextOf(end, first)).to.equal(complaint);
    });
  }

  it('exits with 1 where an object was invalid: what was written is not everything', () => {
    expect(exitCodeOf({ _tag: 'Done' }, { ...tally, invalid: 1 })).to.equal(1);
  });

  it('exits with 1 where an object was left out because another one has its key', () => {
    expect(exitCodeOf({ _tag: 'Done' }, { ...tally, omitted: 1 })).to.equal(1);
  });

  it('tells what earlier runs have written, which the error does not count', () => {
    const end: StreamEnd = { _tag: 'Failed', error: errors.Unauthorized };
    expect(stopTextOf(end, tally)).to.match(/; with earlier runs 1,200 objects in 12 pages were written$/);
    expect(stopTextOf(end, newTally())).to.equal(explain(errors.Unauthorized));
  });
});
