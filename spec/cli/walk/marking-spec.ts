import { expect } from 'chai';
import { join } from 'node:path';
import { inDirectory } from '../../support/inDirectory';
import { withServer } from '../../support/withServer';
import { type Ran, runCommand } from '../support/runCommand';

const day = 86_400_000;

/** Runs a walk with `--ceiling now` twice against a service of this date; gives the runs, and what the second one asked from. */
const asked = (date: string): Promise<readonly [first: Ran, second: Ran, since: string | null]> =>
  inDirectory(async (directory) => {
    let since: string | null = null;
    const out = ['-o', join(directory, 'out'), '--resume'];
    return withServer(
      (request, response) => {
        since = new URL(request.url ?? '', 'http://x').searchParams.get('since');
        response
          .setHeader('date', date)
          .end('{"data":[{"id":1,"at":"2099-01-01T00:00:00Z"}],"next":null}');
      },
      async (url) => {
        const walk = [
          'walk',
          `${url}/`,
          '--cursor',
          'next',
          '--to',
          'c',
          '--mark',
          'at=since',
          '--ceiling',
          'now',
          ...out,
        ];
        return [await runCommand(walk), await runCommand(walk), since] as const;
      },
    );
  });

describe('law 37: --ceiling now', () => {
  for (const date of ['Fri, 01 Jan 2100 00:00:00 GMT', 'Fri, 01 Jan 99999 00:00:00 GMT']) {
    it(`is at most a day ahead of the clock: ${date}`, async () => {
      const [, { code }, since] = await asked(date);
      expect(code).to.equal(0);
      expect(Math.abs(Date.parse(since ?? '') - day - Date.now())).to.be.below(day / 2);
    });
  }
});
