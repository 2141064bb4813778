import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { Writable } from 'node:stream';
import { firstValueFrom } from 'rxjs';
import { type OutputEnd, writableOutput } from '../../../src/cli/sinks/Output';

type Done = (error?: Error) => void;

/** An output to a stream whose reader takes a chunk only when it is asked to. */
const slowOutput = (text: string) => {
  const waiting: Array<Done> = [];
  const stream = new Writable({
    highWaterMark: 10,
    write: (_chunk, _encoding, done: Done) => waiting.push(done),
  });
  const output = writableOutput(stream);
  output.write(text);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const take = (error?: Error): Promise<void> => {
    waiting.shift()?.(error);
    return turn();
  };
  /** How often something has emitted and completed so far. */
  const heard = (which: 'ready' | 'flushed') => {
    const counts = { emissions: 0, completions: 0 };
    output[which].subscribe({
      next: () => (counts.emissions += 1),
      complete: () => (counts.completions += 1),
    });
    return counts;
  };
  return { stream, output, take, heard };
};

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

describe('writableOutput', () => {
  it('is ready while the stream holds less than its mark', () =>
    expect(slowOutput('12345').heard('ready').emissions).to.equal(1));

  it('is not ready until the stream has drained, and then once for each who waits', async () => {
    const { output, take, heard } = slowOutput('1234567890');
    const ready = heard('ready');
    expect(ready.emissions).to.equal(0);
    await take();
    expect(ready).to.deep.equal({ emissions: 1, completions: 1 });
    output.write('1234567890');
    await take();
    expect(ready.emissions).to.equal(1);
  });

  it('leaves no listener behind where nobody waits any more', () => {
    const { stream, output } = slowOutput('1234567890');
    output.ready.subscribe().unsubscribe();
    expect(stream.listenerCount('drain')).to.equal(0);
  });

  it('is flushed when all that was written was taken', async () => {
    const { take, heard } = slowOutput('abc');
    const flushed = heard('flushed');
    await take();
    expect(flushed.emissions).to.equal(0);
    await take();
    expect(flushed.emissions).to.equal(1);
  });

  const ends: ReadonlyArray<readonly [code: string, end: OutputEnd]> = [
    ['EPIPE', { _tag: 'ReaderGone' }],
    ['ECONNRESET', { _tag: 'ReaderGone' }],
    ['ENOSPC', { _tag: 'OutputFailed', reason: 'no space is left' }],
  ];
  for (const [code, end] of ends) {
    it(`ends with ${end._tag} at ${code}, also for who asks later, and never says flushed`, async () => {
      const { output, take, heard } = slowOutput('abc');
      const flushed = heard('flushed');
      await take(withCode(code));
      expect(await firstValueFrom(output.ends)).to.deep.equal(end);
      expect(flushed.emissions).to.equal(0);
    });
  }

  it('writes nothing for an empty text, and closes nothing', async () => {
    const { stream, output } = slowOutput('');
    expect(stream.writableLength).to.equal(0);
    expect(await output.close('whole')).to.deep.equal(E.right(''));
    expect(stream.writableEnded).to.equal(false);
  });
});
