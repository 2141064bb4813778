import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { adviceOf } from '../../../src/cli/stream/advice';
import { createKeys } from '../../../src/cli/stream/Keys';
import { ndjson } from '../../../src/cli/stream/ndjson';
import type { StreamEnd } from '../../../src/cli/stream/StreamEnd';
import { newTally } from '../../../src/cli/stream/Tally';
import { errorsAt } from '../../support/walkErrors';

const errors = errorsAt(O.none);
const resumption = O.some({ file: 'f', part: 'o.part', page: () => 13 });
const tally = newTally({ pages: 12, objects: 120, invalid: 0 });
const keys = O.some(createKeys('id', ndjson));
const failed = (tag: keyof typeof errors): StreamEnd => ({ _tag: 'Failed', error: errors[tag] });

const goOn = 'run the same command again to go on from page 13';
const anew = 'remove f and o.part to begin anew';

describe('adviceOf', () => {
  const ends: ReadonlyArray<readonly [StreamEnd, string]> = [
    [{ _tag: 'Interrupted', by: 'SIGINT' }, goOn],
    [{ _tag: 'OutputFailed', reason: 'no space is left' }, goOn],
    [{ _tag: 'KeyFailed', reason: 'an object has no id' }, goOn],
    [failed('HttpFailure'), goOn],
    [failed('ProtocolViolation'), goOn],
    [failed('PageTokenExpired'), goOn],
    [failed('RetrievalLimitExceeded'), anew],
    [{ _tag: 'Done' }, 'run the same command again to put the file in its place'],
    [failed('InvalidRequest'), ''],
  ];
  for (const [end, advice] of ends) {
    it(`says '${advice}' with --resume at ${JSON.stringify(end).slice(0, 60)}`, () => {
      expect(adviceOf(end, { resumption, keys, tally })).to.equal(advice);
    });
  }

  it('says how to begin anew after a walk that is over but for invalid objects', () => {
    expect(adviceOf({ _tag: 'Done' }, { resumption, keys, tally: { ...tally, invalid: 1 } })).to.equal(anew);
  });

  it('asks for a key where the page token has expired', () => {
    const end = failed('PageTokenExpired');
    expect(adviceOf(end, { resumption, keys: O.none, tally })).to.match(/with --key NAME.*; or remove f and o\.part/);
    expect(adviceOf(end, { resumption: O.none, keys: O.none, tally })).to.match(/^with --key NAME/);
    expect(adviceOf(end, { resumption: O.none, keys, tally })).to.equal('');
  });

  it('says nothing where nothing was written, and without --resume', () => {
    expect(adviceOf(failed('HttpFailure'), { resumption, keys, tally: newTally() })).to.equal('');
    expect(adviceOf(failed('HttpFailure'), { resumption: O.none, keys, tally })).to.equal('');
  });
});
