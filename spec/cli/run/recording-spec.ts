import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of } from 'rxjs';
import { openRecording } from '../../../src/cli/run/recording';

describe('the recording of --events', () => {
  it('says what could not be written, also where only the end of the run shows it', async function () {
    if (process.platform !== 'linux') this.skip();
    const opened = await openRecording({ events: '/dev/full' });
    if (E.isLeft(opened)) throw new Error(opened.left.message);
    await opened.right.record({
      events: of({ walk: 1, endpoint: 'walk', type: 'request', page: 0, attempt: 1 }),
    });
    expect(await opened.right.close()).to.equal(
      'the events are not all in /dev/full: no space is left',
    );
  });
});
