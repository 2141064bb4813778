import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { Writable } from 'node:stream';
import { firstValueFrom } from 'rxjs';
import { writableOutput } from '../../../src/cli/outputs/Output';

type Done = (error?: Error) => void;

/** A stream whose reader takes a chunk only when it is told to. */
const slowStream = (highWaterMark = 10) => {
  const waiting: Array<Done> = [];
  const stream = new Writable({ highWaterMark, write: (_chunk, _encoding, done: Done) => waiting.push(done) });
  return { stream, take: (error?: Error) => waiting.shift()?.(error) };
};

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('writableOutput', () => {
  it('is ready while the stream holds less than its mark', () => {
    const { stream } = slowStream();
    const output = writableOutput(stream);
    output.write('12345');
    let emissions = 0;
    output.ready.subscribe(() => (emissions += 1));
    expect(emissions).to.equal(1);
  });

  it('is not ready until the stream has drained, and then once for each who waits', async () => {
    const { stream, take } = slowStream();
    const output = writableOutput(stream);
    output.write('1234567890');
    let emissions = 0;
    let completions = 0;
    output.ready.subscribe({ next: () => (emissions += 1), complete: () => (completions += 1) });
    await turn();
    expect(emissions).to.equal(0);
    take();
    await turn();
    expect([emissions, completions]).to.deep.equal([1, 1]);
    output.write('1234567890');
    take();
    await turn();
    expect(emissions).to.equal(1);
  });

  it('leaves no listener behind where nobody waits any more', () => {
    const { stream } = slowStream();
    const output = writableOutput(stream);
    output.write('1234567890');
    output.ready.subscribe().unsubscribe();
    expect(stream.listenerCount('drain')).to.equal(0);
  });

  it('is flushed when all that was written was taken', async () => {
    const { stream, take } = slowStream();
    const output = writableOutput(stream);
    output.write('abc');
    let isFlushed = false;
    output.flushed.subscribe(() => (isFlushed = true));
    take();
    await turn();
    expect(isFlushed).to.equal(false);
    take();
    await turn();
    expect(isFlushed).to.equal(true);
  });

  it('never says flushed where the stream failed', async () => {
    const { stream, take } = slowStream();
    const output = writableOutput(stream);
    output.write('abc');
    let isFlushed = false;
    output.flushed.subscribe(() => (isFlushed = true));
    take(withCode('ENOSPC'));
    await turn();
    expect(isFlushed).to.equal(false);
  });

  for (const code of ['EPIPE', 'ECONNRESET']) {
    it(`ends with its reader gone at ${code}, also for who asks later`, async () => {
      const { stream, take } = slowStream();
      const output = writableOutput(stream);
      output.write('abc');
      take(withCode(code));
      await turn();
      expect(await firstValueFrom(output.ends)).to.deep.equal({ _tag: 'ReaderGone' });
    });
  }

  it('ends with the reason at any other failure', async () => {
    const { stream, take } = slowStream();
    const output = writableOutput(stream);
    output.write('abc');
    take(withCode('ENOSPC'));
    expect(await firstValueFrom(output.ends)).to.deep.equal({ _tag: 'OutputFailed', reason: 'no space is left' });
  });

  it('writes nothing for an empty text, and closes nothing', async () => {
    const { stream } = slowStream();
    const output = writableOutput(stream);
    output.write('');
    expect(stream.writableLength).to.equal(0);
    expect(await output.close('whole')).to.deep.equal(E.right(''));
    expect(stream.writableEnded).to.equal(false);
  });
});
