import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { inDirectory } from '../../support/inDirectory';

// What is printed of an echo is in the transcript echo.txt.
describe('walk, over a service that echoes what it got', () => {
  it('law 14: repeats no value of the query string of an address, in events either', () =>
    withServer(
      (request, response) => {
        response.statusCode = 400;
        const said = `no such key: ${request.url ?? ''} s3cr3t/key+1`;
        response.end(
          JSON.stringify({ errorName: said, message: said, parameters: { [said]: said } }),
        );
      },
      (url) =>
        inDirectory(async (directory) => {
          const events = join(directory, 'events.ndjson');
          const address = `${url}/things?api_key=${encodeURIComponent('s3cr3t/key+1')}`;
          const walked = await runCommand([
            'walk',
            address,
            '--offset',
            'query:skip',
            '--events',
            events,
          ]);
          expect(walked.code).to.equal(1);
          const told = `${walked.stdout}${walked.stderr}${await readFile(events, 'utf8')}`;
          expect(told).to.include('[redacted]').and.not.include('s3cr3t');
        }),
    ));
});
