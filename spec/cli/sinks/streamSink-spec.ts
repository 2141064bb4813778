import { expect } from 'chai';
import { Writable } from 'node:stream';
import { defer, EMPTY, firstValueFrom, from } from 'rxjs';
import { emptyIndex } from '../../../src/stores/port/indexOf';
import type { PageSink, SinkEnd } from '../../../src/cli/sinks/Sink';
import { streamSink } from '../../../src/cli/sinks/streamSink';

type Done = (error?: Error) => void;

/** A sink to a stream whose reader takes a chunk only when it is asked to. */
const slowSink = (text: string) => {
  const waiting: Array<Done> = [];
  const stream = new Writable({
    highWaterMark: 10,
    write: (_chunk, _encoding, done: Done) => waiting.push(done),
  });
  const sink = streamSink(stream);
  const written = { pages: 0, objects: 0, invalid: 0, memory: null };
  const write = (more: string): Promise<unknown> => {
    const fence = { id: 'walk', epoch: 1, text: null };
    const entry = { text: '', index: emptyIndex, hasAdvanced: true };
    const work = (into: PageSink) => {
      into.write(more, written);
      return EMPTY;
    };
    return firstValueFrom(from(sink.store.commit(fence, entry, work)));
  };
  void write(text);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const take = (error?: Error): Promise<void> => {
    waiting.shift()?.(error);
    return turn();
  };
  /** How often it has been ready, and has ended, so far. */
  const heard = (which: 'ready' | 'end') => {
    const counts = { emissions: 0, completions: 0 };
    (which === 'ready' ? sink.ready : defer(() => sink.end(() => ''))).subscribe({
      next: () => (counts.emissions += 1),
      complete: () => (counts.completions += 1),
    });
    return counts;
  };
  return { stream, sink, write, take, heard };
};

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

describe('streamSink', () => {
  it('is ready while the stream holds less than its mark', () =>
    expect(slowSink('12345').heard('ready').emissions).to.equal(1));

  it('is not ready until the stream has drained, and then once for each who waits', async () => {
    const { write, take, heard } = slowSink('1234567890');
    const ready = heard('ready');
    expect(ready.emissions).to.equal(0);
    await take();
    expect(ready).to.deep.equal({ emissions: 1, completions: 1 });
    await write('1234567890');
    await take();
    expect(ready.emissions).to.equal(1);
  });

  it('leaves no listener behind where nobody waits any more', () => {
    const { stream, sink } = slowSink('1234567890');
    sink.ready.subscribe().unsubscribe();
    expect(stream.listenerCount('drain')).to.equal(0);
  });

  it('is flushed when all that was written was taken', async () => {
    const { take, heard } = slowSink('abc');
    const flushed = heard('end');
    await take();
    expect(flushed.emissions).to.equal(0);
    await take();
    expect(flushed.emissions).to.equal(1);
  });

  const ends: ReadonlyArray<readonly [code: string, end: SinkEnd]> = [
    ['EPIPE', { _tag: 'ReaderGone' }],
    ['ECONNRESET', { _tag: 'ReaderGone' }],
    ['ENOSPC', { _tag: 'OutputFailed', reason: 'no space is left' }],
  ];
  for (const [code, end] of ends) {
    it(`ends with ${end._tag} at ${code}, also for who asks later, and never says flushed`, async () => {
      const { sink, take, heard } = slowSink('abc');
      const flushed = heard('end');
      await take(withCode(code));
      expect(await firstValueFrom(sink.ends)).to.deep.equal(end);
      expect(flushed.emissions).to.equal(0);
    });
  }

  it('keeps nothing, and drops nothing', async () => {
    const { sink, write } = slowSink('');
    expect(await write('abc')).to.deep.equal({ _tag: 'Right', right: undefined });
    expect(await sink.store.read({ id: 'walk' })).to.deep.equal([]);
    await sink.store.drop([]).then(
      () => expect.fail(),
      (error: unknown) => expect(String(error)).to.match(/cannot be dropped/),
    );
  });

  it('writes nothing for an empty text, and closes nothing', async () => {
    const { stream, sink } = slowSink('');
    expect(stream.writableLength).to.equal(0);
    expect(await sink.close('whole')).to.equal('');
    expect(stream.writableEnded).to.equal(false);
  });
});
