import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  concat,
  defer,
  EMPTY,
  firstValueFrom,
  ignoreElements,
  NEVER,
  Observable,
  of,
  Subject,
} from 'rxjs';
import { documentOf } from '../../../src/cli/run/Document';
import { type Pumping, pump } from '../../../src/cli/run/pump';
import { jsonFormat } from '../../../src/cli/formats/json';
import {
  ownRow,
  type PageSink,
  refuseDrop,
  type Sink,
  type SinkEnd,
} from '../../../src/cli/sinks/Sink';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { newTally } from '../../../src/cli/terminal/progress';
import type { ObjectRecord } from '../../../src/index';
import { pageOf } from '../support/records';
import type { PageStream } from '../../support/pages';

type Pages = PageStream<ObjectRecord>;

const page = (...args: Parameters<typeof pageOf>): Pages => of(E.right(pageOf(...args)));

/** A sink in memory. */
const sinkTo = (texts: Array<string>, changes: Partial<Sink> = {}): Sink => {
  const page: PageSink = { write: (text) => void texts.push(text) };
  return {
    store: {
      name: 'memory',
      isAtomic: false,
      read: () => Promise.resolve([]),
      claim: (id) => Promise.resolve(ownRow(id, {})),
      commit: (_fence, _entry, work) =>
        concat(defer(() => work(page)).pipe(ignoreElements()), of(E.right(undefined))),
      drop: refuseDrop,
    },
    ready: of(undefined),
    ends: NEVER,
    end: (text) => {
      texts.push(text());
      return Promise.resolve();
    },
    close: () => Promise.resolve(''),
    ...changes,
  };
};

const setting = (pages: Pages, changes: Partial<Sink> = {}, isArray = false) => {
  const texts: Array<string> = [];
  const sink = sinkTo(texts, changes);
  const interrupts = new Subject<Interrupt>();
  const document = O.toUndefined(
    documentOf(sink, {
      tally: newTally(),
      format: jsonFormat(isArray),
      limit: Infinity,
      key: undefined,
      onInvalid: () => undefined,
    }),
  );
  if (document === undefined) throw new Error('there is no document');
  const pumping: Pumping = {
    pages: () => pages,
    sink,
    document,
    mayBeginAgain: false,
    interrupts,
    endOf: (error) => ({ _tag: 'MarkFailed', reason: String(error) }),
  };
  return { pumping, interrupts, written: () => texts.join('') };
};

/** Lets a claim, which is a promise, come first. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/** A request that is never answered, and whether it is in flight. */
const unanswered = () => {
  const state = { isInFlight: false, wasSent: false };
  const request: Pages = new Observable(() => {
    state.isInFlight = state.wasSent = true;
    return () => (state.isInFlight = false);
  });
  return { state, request };
};

describe('pump', () => {
  it('paces the walk by the sink', async () => {
    const ready = new Subject<void>();
    const { pumping } = setting(EMPTY, { ready });
    let isReady = false;
    const pages: Pumping['pages'] = ({ valve }) => {
      valve.ready.subscribe(() => (isReady = true));
      expect(isReady).to.equal(false);
      ready.next();
      return EMPTY;
    };
    await pump({ ...pumping, pages });
    expect(isReady).to.equal(true);
  });

  it('ends only when everything has left the process', async () => {
    const flushed = new Subject<void>();
    const { pumping } = setting(page(0, [1], undefined), { end: () => firstValueFrom(flushed) });
    let isOver = false;
    const end = pump(pumping).finally(() => (isOver = true));
    await turn();
    expect(isOver).to.equal(false);
    flushed.next();
    expect(await end).to.deep.equal({ _tag: 'Done' });
  });

  it('ends when the reader is gone, and aborts the request in flight', async () => {
    const ends = new Subject<SinkEnd>();
    const { state, request } = unanswered();
    const { pumping } = setting(concat(page(0, [1], 't'), request), { ends });
    const end = pump(pumping);
    await turn();
    expect(state.isInFlight).to.equal(true);
    ends.next({ _tag: 'ReaderGone' });
    expect(await end).to.deep.equal({ _tag: 'ReaderGone' });
    expect(state.isInFlight).to.equal(false);
  });

  it('ends when the sink fails, even where it failed at the very last write', async () => {
    const ends = new Subject<SinkEnd>();
    const failed: SinkEnd = { _tag: 'OutputFailed', reason: 'no space is left' };
    const never = () => new Promise<void>(() => undefined);
    const { pumping } = setting(page(0, [1], undefined), { ends, end: never });
    const end = pump(pumping);
    await turn();
    ends.next(failed);
    expect(await end).to.deep.equal(failed);
  });

  it('ends when it is interrupted, aborts the request in flight, and ends the document', async () => {
    const { state, request } = unanswered();
    const { pumping, interrupts, written } = setting(concat(page(0, [1], 't'), request), {}, true);
    const end = pump(pumping);
    await turn();
    interrupts.next('SIGTERM');
    expect(await end).to.deep.equal({ _tag: 'Interrupted', by: 'SIGTERM' });
    expect(state.isInFlight).to.equal(false);
    expect(JSON.parse(written())).to.have.length(1);
    expect(interrupts.observed).to.equal(false);
  });

  it('does not end the document twice where the interrupt comes while the end is being flushed', async () => {
    const flushed = new Subject<void>();
    const texts: Array<string> = [];
    const end = (text: () => string) => {
      texts.push(text());
      return firstValueFrom(flushed);
    };
    const { pumping, interrupts, written } = setting(page(0, [1], undefined), { end }, true);
    const ended = pump(pumping);
    await turn();
    interrupts.next('SIGINT');
    flushed.next();
    await ended;
    expect(JSON.parse(written() + texts.join(''))).to.have.length(1);
  });

  it('does not wait long for a reader that has stopped reading when it is interrupted', async () => {
    const { pumping, interrupts } = setting(NEVER, { end: () => new Promise(() => undefined) });
    const start = performance.now();
    const end = pump(pumping);
    interrupts.next('SIGINT');
    expect(await end).to.deep.equal({ _tag: 'Interrupted', by: 'SIGINT' });
    // It does wait a little, since a reader may only be slow. That it ends at all is what it must not wait for.
    expect(performance.now() - start).to.be.at.least(400);
  });
});
