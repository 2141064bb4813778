import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { appendFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { of, Subject } from 'rxjs';
import { showJob } from '../../../src/cli/commands/show';
import { eventOf, maxEventLine, readGrowing } from '../../../src/cli/show/sendEvents';
import { type Show, startShow } from '../../../src/cli/show/startShow';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { runCommand } from '../support/runCommand';
import { inDirectory } from '../../support/inDirectory';
import { recorder } from '../support/terminal';

const code = new Map([['showPage', 'globalThis.shown = true;']]);

const line = (walk: number, type = 'request'): string =>
  `${JSON.stringify({ at: 5, walk, endpoint: 'listObjects', type, page: 0, attempt: 1 })}\n`;

const withShow = (
  files: Readonly<Record<string, string>>,
  act: (show: Show, paths: ReadonlyArray<string>) => Promise<void>,
) =>
  inDirectory(async (directory) => {
    const paths = Object.keys(files).map((name) => join(directory, name));
    for (const [index, text] of Object.values(files).entries())
      await writeFile(paths[index] ?? '', text);
    const show = await startShow(paths, code);
    try {
      await act(show, paths);
    } finally {
      await show.close();
    }
  });

type Message = readonly [type: string, data: unknown];

/** Reads the messages of a show, until somebody has seen enough. */
const listen = async (
  show: Show,
  isEnough: (messages: ReadonlyArray<Message>) => boolean | Promise<boolean>,
) => {
  const leaving = new AbortController();
  const response = await fetch(`${show.url}events`, { signal: leaving.signal });
  const messages: Array<Message> = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, type = '', data = ''] = /event: (\w+)\ndata: (.*)$/s.exec(part) ?? [];
      messages.push([type, JSON.parse(data)]);
    }
    if (await isEnough(messages)) break;
  }
  leaving.abort();
  return messages;
};

const walksIn = (messages: ReadonlyArray<Message>): ReadonlyArray<readonly [number, number]> =>
  messages
    .filter(([type]) => type === 'message')
    .flatMap(([, data]) => data as ReadonlyArray<readonly [number, { readonly walk: number }]>)
    .map(([source, { walk }]) => [source, walk]);

/** What a server answers to a request with this host. */
const statusOf = (
  url: string,
  options: { readonly method?: string; readonly host?: string } = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', host } = options;
    httpRequest(url, { method, ...(host !== undefined && { headers: { host } }) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('pagewalk show', () => {
  it('serves a page that may load and run nothing but its own', () =>
    withShow({ 'a.events': '' }, async ({ url }) => {
      expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
      const page = await fetch(url);
      expect(await page.text()).to.include('<title>Walks');
      expect(page.headers.get('content-security-policy')).to.include(
        "default-src 'none'; script-src 'self'",
      );
      expect(page.headers.get('x-content-type-options')).to.equal('nosniff');
      const script = await fetch(`${url}code/showPage`);
      expect(script.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
      expect(await script.text()).to.equal('globalThis.shown = true;');
    }));

  it('answers nobody who does not know its address, who comes by another name, or who wants more than to read', () =>
    withShow({ 'a.events': '' }, async ({ url }) => {
      const { origin } = new URL(url);
      expect(await statusOf(`${origin}/`)).to.equal(404);
      expect(await statusOf(`${origin}/events`)).to.equal(404);
      expect(await statusOf(`${url}code/../../package`)).to.equal(404);
      expect(await statusOf(`${url}code/constructor`)).to.equal(404);
      expect(await statusOf(url, { host: 'evil.example' })).to.equal(421);
      expect(await statusOf(`${url}events`, { host: 'evil.example:80' })).to.equal(421);
      expect(await statusOf(url, { method: 'POST' })).to.equal(405);
    }));

  it('sends what several files hold as one picture, and names the files', () =>
    withShow({ 'one.events': line(1) + line(2), 'two.events': line(1) }, async (show) => {
      const messages = await listen(show, (all) => walksIn(all).length === 3);
      expect(messages[0]).to.deep.equal(['files', ['one.events', 'two.events']]);
      expect(walksIn(messages)).to.deep.equal([
        [0, 1],
        [0, 2],
        [1, 1],
      ]);
    }));

  it('sends what a file comes to hold, a line only once it is whole', () =>
    withShow({ 'a.events': line(1) + line(2).slice(0, 20) }, async (show, [file = '']) => {
      const steps = [line(2).slice(20), line(3)];
      const messages = await listen(show, async (all) => {
        const step = walksIn(all).length > 2 - steps.length ? steps.shift() : undefined;
        if (step !== undefined) await appendFile(file, step);
        return walksIn(all).length === 3;
      });
      expect(walksIn(messages).map(([, walk]) => walk)).to.deep.equal([1, 2, 3]);
    }));

  it('shows the other files where one is gone, and ends the connection once that is back, so that the page asks again', () =>
    withShow({ 'a.ndjson': line(1), 'b.ndjson': line(2) }, async (show, [first = '']) => {
      await rm(first);
      const others = await listen(show, async (all) => {
        if (walksIn(all).length === 1) await writeFile(first, line(3));
        return false;
      });
      expect(others).to.have.length(2);
      expect(others[0]).to.deep.equal(['files', ['a.ndjson', 'b.ndjson']]);
      expect(walksIn(others)).to.deep.equal([[1, 2]]);
      const messages = await listen(show, (all) => walksIn(all).length === 2);
      expect(walksIn(messages)).to.deep.equal([
        [0, 3],
        [1, 2],
      ]);
    }));

  it('reads on within a line that is too long, and waits only where there is nothing to read', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'a.ndjson');
      await writeFile(file, `${'x'.repeat(2_000_000)}\n${line(1)}`);
      const growing = await readGrowing(file);
      const lines: Array<string> = [];
      let reads = 0;
      for (let next = await growing.next(); !next.isRead; next = await growing.next()) {
        lines.push(...next.lines);
        reads += 1;
      }
      await growing.close();
      expect(reads).to.be.above(1);
      expect(lines).to.deep.equal([line(1).trimEnd()]);
    }));

  it('ends the connection when a file is begun again, so that the page asks for everything again', () =>
    withShow({ 'a.events': line(1) }, async (show, [file = '']) => {
      let isCut = false;
      const messages = await listen(show, async (all) => {
        if (walksIn(all).length > 0 && !isCut) {
          isCut = true;
          await truncate(file);
        }
        return false;
      });
      expect(walksIn(messages)).to.have.length(1);
    }));

  it('sees that a file was rotated, once the rest of the old one is read and a new one is there', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'a.events');
      await writeFile(file, line(1));
      const growing = await readGrowing(file);
      const nothing = { lines: [], isRead: true, isBegunAgain: false };
      expect(await growing.next()).to.deep.include({
        lines: [line(1).trimEnd()],
        isBegunAgain: false,
      });
      await rename(file, `${file}.1`);
      expect(await growing.next(), 'the new one is not there yet').to.deep.equal(nothing);
      await appendFile(`${file}.1`, line(2));
      await writeFile(file, line(3) + line(4));
      expect(await growing.next()).to.deep.include({
        lines: [line(2).trimEnd()],
        isBegunAgain: false,
      });
      expect(await growing.next()).to.deep.equal({ ...nothing, isBegunAgain: true });
      await growing.close();
    }));

  it("sends of a stranger's file only what is known, and skips the rest", () => {
    const evil = {
      at: 5,
      walk: 1,
      type: 'end',
      endpoint: 'a\rdata: forged\r\r',
      label: '<script>alert(1)</script>',
      secret: 'kept out',
      error: { _tag: 'HttpFailure', status: 500, body: 'kept out' },
    };
    const odd = [
      '',
      'text',
      '[]',
      '{}',
      '{"type":',
      '['.repeat(60_000),
      `"${'x'.repeat(maxEventLine * 3)}"`,
    ];
    const text = `${odd.join('\n')}\n${JSON.stringify(evil)}\n`;
    return withShow({ 'a.events': text }, async (show) => {
      const messages = await listen(show, (all) => walksIn(all).length === 1);
      expect(messages).to.have.length(2);
      expect(JSON.stringify(messages)).to.not.include('kept out');
      expect(JSON.stringify(messages[1])).to.include('HttpFailure: 500');
    });
  });

  it('reads the end of a large file, and keeps no line that is too long', async () => {
    expect(eventOf('['.repeat(1_000_000))).to.equal(undefined);
    await inDirectory(async (directory) => {
      const file = join(directory, 'large.events');
      await writeFile(file, '');
      await truncate(file, 70 * 2 ** 20);
      await appendFile(file, `\n${line(7)}`);
      const growing = await readGrowing(file);
      const lines: Array<string> = [];
      for (let reads = 0; reads < 400; reads++) {
        const { lines: more } = await growing.next();
        lines.push(...more);
      }
      await growing.close();
      expect(lines).to.deep.equal([line(7).trimEnd()]);
    });
  });

  it('runs until it is stopped, and says where to look', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'a.events');
      await writeFile(file, line(1));
      const [stdout, stderr] = [recorder(), recorder()];
      const interrupts = new Subject<Interrupt>();
      const running = showJob([file], {}, () => Promise.resolve(code))({
        stdout,
        stderr,
        env: {},
        interrupts,
      });
      while (!stderr.text().includes('Ctrl-C'))
        await new Promise((resolve) => setTimeout(resolve, 5));
      const [url = ''] = /http:\S+/.exec(stderr.text()) ?? [];
      expect(stderr.text()).to.match(/^pagewalk: showing 1 file at http:\/\/127\.0\.0\.1:\d+\//);
      expect(await statusOf(url)).to.equal(200);
      interrupts.next('SIGINT');
      expect(await running).to.equal(0);
      expect(await statusOf(url).catch(() => 'closed')).to.equal('closed');
    }));

  it('refuses a named pipe at once, and does not wait for who writes to it', () =>
    inDirectory(async (directory) => {
      const pipe = join(directory, 'pipe.events');
      execFileSync('mkfifo', [pipe]);
      const refused = await runCommand(['show', pipe]);
      expect(refused).to.deep.include({
        code: 2,
        stderr: `pagewalk: cannot read ${pipe}: it is not a regular file\n`,
      });
      const opened = await readGrowing(pipe).catch((error: unknown) => String(error));
      expect(opened).to.equal('Error: it is not a regular file');
    }));

  it('says so where the panel has not been built', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'a.events');
      await writeFile(file, '');
      const [stdout, stderr] = [recorder(), recorder()];
      const failing = (): Promise<never> =>
        Promise.reject(Object.assign(new Error('x'), { code: 'ENOENT' }));
      const ended = await showJob(
        [file],
        {},
        failing,
      )({ stdout, stderr, env: {}, interrupts: of('SIGINT') });
      expect(ended).to.equal(1);
      expect(stderr.text()).to.include('the recordings cannot be shown');
    }));
});
