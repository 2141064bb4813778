import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filePlaces } from '../../src/stores/files/filePlaces';
import { claimOf } from '../walk/durable/support/storeCases';
import { withServer } from '../support/withServer';
import { withPages } from './support/pacedServer';
import { runInTerminal, typeInTerminal } from './support/pty';
import type { Ended } from './support/bin';
import { inDirectory } from '../support/inDirectory';
import { shown } from './support/terminal';

const escape = '\u001b';

/** What only moves the cursor, or clears what is behind it. */
const moves = new RegExp(`\\r|${escape}\\[\\d*[GJ]`, 'g');

const drawing = new RegExp(
  `\\r[\\d,]+ objects? · [\\d,]+ pages? · [\\d,–]+ objects/s · [^·]+ · \\d+ retr(y|ies)${escape}\\[K`,
);

describe('the bin, on a terminal', () => {
  it('draws a progress line on standard error, erases it, and ends with a summary', () =>
    inDirectory((directory) =>
      withPages({ size: 50, pages: 10, pause: 100 }, async (url) => {
        const file = join(directory, 'objects.ndjson');
        const { code, stdout } = await runInTerminal(
          `$PAGEWALK list --base-url ${url} ri.o badge > ${file}`,
        );
        expect(code).to.equal(0);
        expect(stdout).to.match(drawing);
        expect(shown(stdout)).to.match(/^pagewalk: 500 objects in 10 pages, [^\n]*\n$/);
        expect((await readFile(file, 'utf8')).split('\n')).to.have.length(501);
      }),
    ));

  it('draws nothing where standard output is a pipe, which may lead to the same terminal', () =>
    withPages({ size: 50, pages: 10, pause: 100 }, async (url) => {
      const list = `$PAGEWALK list --base-url ${url} ri.o badge`;
      const { stdout } = await runInTerminal(`${list} | wc -l`);
      expect(stdout).to.not.match(drawing);
      expect((await runInTerminal(`${list} --progress | wc -l`)).stdout).to.match(drawing);
    }));

  it('keeps the progress line out of the objects where both are on the terminal', () =>
    withPages({ size: 50, pages: 30, pause: 30 }, async (url) => {
      const { stdout } = await runInTerminal(`$PAGEWALK list --base-url ${url} ri.o badge`);
      expect(stdout).to.match(drawing);
      const lines = shown(stdout).split('\n');
      const ids = lines
        .slice(0, -2)
        .map((line) => (JSON.parse(line) as { properties: { id: number } }).properties.id);
      expect(ids).to.deep.equal(Array.from({ length: 1_500 }, (_, id) => id));
      expect(lines[1_500]).to.match(/^pagewalk: 1,500 objects in 30 pages/);
    }));

  it('--quiet draws nothing and says nothing', async () => {
    const { code, stdout } = await runInTerminal('$PAGEWALK list --quiet > /dev/null');
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' });
  });

  describe('asks for the password of --auth', () => {
    const basic = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;
    const asked = (keys: string): Promise<Ended> =>
      withServer(
        ({ headers }, response) => {
          response.statusCode = headers.authorization === basic ? 200 : 401;
          response.end('{"data":[{"id":1}],"next":null}');
        },
        (url) =>
          typeInTerminal(
            `$PAGEWALK walk ${url} --auth basic:ada --link next`,
            'Password of ada: ',
            keys,
          ),
      );

    it('shows nothing of what is typed, which may be corrected', async () => {
      const { code, stdout } = await asked('s3crex\x7ft\r');
      expect(stdout).to.match(/^Password of ada: \r\n{"id":1}\r\n/);
      expect({ code, isShown: stdout.includes('3cre') }).to.deep.equal({ code: 0, isShown: false });
    });

    it('ends with 130 after Ctrl-C', async () => {
      const { code, stdout } = await asked('\x03');
      expect(stdout).to.equal('Password of ada: \r\npagewalk: interrupted\r\n');
      expect(code).to.equal(130);
    });

    for (const [what, keys] of [
      ['nothing', '\r'],
      ['Ctrl-D', '\x04'],
    ] as const) {
      it(`says what to do after ${what}`, async () => {
        const { code, stdout } = await asked(keys);
        expect(stdout).to.equal(
          'Password of ada: \r\npagewalk: set PAGEWALK_PASSWORD: --auth needs a password\r\n',
        );
        expect(code).to.equal(2);
      });
    }
  });

  describe('asks before it changes a store of places', () => {
    const forgotten = (keys: string): Promise<Ended> =>
      inDirectory(async (directory) => {
        await claimOf(filePlaces(directory), 'walk');
        return typeInTerminal(`$PAGEWALK places ${directory} forget walk`, '[y/N] ', keys);
      });
    const question =
      'the walk "walk": drop its place and its mark, and supersede its walker? [y/N] ';

    for (const [what, keys, shownText, said, exitCode] of [
      ['yes', 'y\r', 'y', 'forgot "walk"', 0],
      ['no', 'n\r', 'n', 'nothing was changed', 1],
      ['Ctrl-D', '\x04', '', 'nothing was changed', 1],
      ['Ctrl-C', '\x03', '', 'interrupted', 130],
    ] as const) {
      it(`shows the answer: ${what}`, async () => {
        const { code, stdout } = await forgotten(keys);
        expect(stdout.replace(moves, '')).to.equal(`${question}${shownText}\npagewalk: ${said}\n`);
        expect(code).to.equal(exitCode);
      });
    }
  });
});
