import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, EMPTY, NEVER, Observable, of, Subject } from 'rxjs';
import { type Streaming, streamPages } from '../../../src/cli/run/streamPages';
import { courseFrom } from '../../../src/cli/run/Writing';
import { jsonFormat } from '../../../src/cli/formats/json';
import type { Output, OutputEnd } from '../../../src/cli/sinks/Output';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { newTally } from '../../../src/cli/terminal/progress';
import type { InvalidObject, ObjectRecord } from '../../../src/index';
import { pageOf } from '../support/records';
import type { PageStream } from '../../support/pages';

type Pages = PageStream<ObjectRecord>;

const page = (...args: Parameters<typeof pageOf>): Pages => of(E.right(pageOf(...args)));

const setting = (pages: Pages, changes: Partial<Streaming> = {}, output: Partial<Output> = {}) => {
  const texts: Array<string> = [];
  const invalid: Array<InvalidObject> = [];
  const streaming: Streaming = {
    pages: () => pages,
    output: {
      write: (text) => texts.push(text),
      ready: of(undefined),
      saved: of(undefined),
      flushed: of(undefined),
      ends: NEVER,
      close: () => Promise.resolve(E.right('')),
      ...output,
    },
    formatter: jsonFormat(false, false).begin(),
    limit: Infinity,
    tally: newTally(),
    course: courseFrom(),
    keys: O.none,
    interrupts: NEVER,
    endOf: (error) => ({ _tag: 'MarkFailed', reason: String(error) }),
    onInvalid: (object) => invalid.push(object),
    ...changes,
  };
  return { streaming, invalid, texts, written: () => texts.join('') };
};

/** A request that is never answered, and whether it is in flight. */
const unanswered = () => {
  const state = { isInFlight: false, wasSent: false };
  const request: Pages = new Observable(() => {
    state.isInFlight = state.wasSent = true;
    return () => (state.isInFlight = false);
  });
  return { state, request };
};

describe('streamPages', () => {
  it('paces the walk by the output', async () => {
    const { streaming } = setting(EMPTY);
    let ready: unknown;
    const pages: Streaming['pages'] = ({ valve }) => {
      ready = valve.ready;
      return EMPTY;
    };
    await streamPages({ ...streaming, pages });
    expect(ready).to.equal(streaming.output.ready);
  });

  it('ends only when everything has left the process', async () => {
    const flushed = new Subject<void>();
    const { streaming } = setting(page(0, [1], undefined), {}, { flushed });
    let isOver = false;
    const end = streamPages(streaming).finally(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isOver).to.equal(false);
    flushed.next();
    expect(await end).to.deep.equal({ _tag: 'Done' });
  });

  it('ends when the reader is gone, and aborts the request in flight', async () => {
    const ends = new Subject<OutputEnd>();
    const { state, request } = unanswered();
    const { streaming } = setting(concat(page(0, [1], 't'), request), {}, { ends });
    const end = streamPages(streaming);
    expect(state.isInFlight).to.equal(true);
    ends.next({ _tag: 'ReaderGone' });
    expect(await end).to.deep.equal({ _tag: 'ReaderGone' });
    expect(state.isInFlight).to.equal(false);
  });

  it('ends when the output fails, even where it failed at the very last write', async () => {
    const ends = new Subject<OutputEnd>();
    const failed: OutputEnd = { _tag: 'OutputFailed', reason: 'no space is left' };
    const { streaming } = setting(page(0, [1], undefined), {}, { ends, flushed: NEVER });
    const end = streamPages(streaming);
    ends.next(failed);
    expect(await end).to.deep.equal(failed);
  });

  it('ends when it is interrupted, aborts the request in flight, and ends the document', async () => {
    const interrupts = new Subject<Interrupt>();
    const { state, request } = unanswered();
    const pages = concat(page(0, [1], 't'), request);
    const { streaming, written } = setting(pages, {
      interrupts,
      formatter: jsonFormat(true, false).begin(),
    });
    const end = streamPages(streaming);
    interrupts.next('SIGTERM');
    expect(await end).to.deep.equal({ _tag: 'Interrupted', by: 'SIGTERM' });
    expect(state.isInFlight).to.equal(false);
    expect(JSON.parse(written())).to.have.length(1);
    expect(interrupts.observed).to.equal(false);
  });

  it('does not end the document twice where the interrupt comes while the end is being flushed', async () => {
    const interrupts = new Subject<Interrupt>();
    const flushed = new Subject<void>();
    const { streaming, written } = setting(
      page(0, [1], undefined),
      { interrupts, formatter: jsonFormat(true, false).begin() },
      { flushed },
    );
    const end = streamPages(streaming);
    interrupts.next('SIGINT');
    flushed.next();
    await end;
    expect(JSON.parse(written())).to.have.length(1);
  });

  it('does not wait long for a reader that has stopped reading when it is interrupted', async () => {
    const interrupts = new Subject<Interrupt>();
    const { streaming } = setting(NEVER, { interrupts }, { flushed: NEVER });
    const start = performance.now();
    const end = streamPages(streaming);
    interrupts.next('SIGINT');
    expect(await end).to.deep.equal({ _tag: 'Interrupted', by: 'SIGINT' });
    // It does wait a little, since a reader may only be slow. That it ends at all is what it must not wait for.
    expect(performance.now() - start).to.be.at.least(400);
  });
});
