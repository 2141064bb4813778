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

  it('law 14: hides it behind page 200, too: page tokens do not take its place', () =>
    withServer(
      (request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://a');
        const page = Number(searchParams.get('cursor') ?? 0);
        const item = page < 200 ? { id: page } : { id: page, 's3cr3t/key+1': true };
        response.end(JSON.stringify({ items: [item], next: String(page + 1) }));
      },
      async (url) => {
        const address = `${url}/things?api_key=${encodeURIComponent('s3cr3t/key+1')}`;
        const { code, stderr } = await runCommand(
          `walk ${address} --items items --cursor next --to cursor --format csv`.split(' '),
        );
        expect(code).to.equal(1);
        expect(stderr).to.include('csv has no column for [redacted]').and.not.include('s3cr3t');
      },
    ));
});
