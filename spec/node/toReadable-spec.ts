import { expect } from 'chai';
import { getEventListeners, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  concat,
  concatMap,
  finalize,
  firstValueFrom,
  NEVER,
  type Observable,
  of,
  range,
  ReplaySubject,
  Subject,
  throwError,
} from 'rxjs';
import {
  axiosTransport,
  createClient,
  orThrow,
  type PullOptions,
  type Valve,
} from '../../src/index';
import { toReadable as withValve } from '../../src/node/toReadable';
import { withServer } from '../support/withServer';

/** Streams of values that are there need no valve. */
const toReadable: <T>(build: (valve: Valve) => Observable<T>, options?: PullOptions) => Readable =
  withValve;

const list = { ontologyRid: 'ri.o', objectType: 'employee' };

/** Three pages of two objects; each request, and what a consumer does, is written down. */
const diary = () => {
  const lines: Array<string> = [];
  return {
    lines,
    walk: ({ ready }: Valve): Observable<number> =>
      range(0, 3).pipe(
        concatMap((page) =>
          ready.pipe(
            concatMap(() => {
              lines.push(`page ${page}`);
              return [page * 2, page * 2 + 1];
            }),
          ),
        ),
      ),
    work: async (value: unknown): Promise<void> => {
      lines.push(`take ${String(value)}`);
      await wait(2);
      lines.push(`done ${String(value)}`);
    },
  };
};

/** Each page is asked for when the last object of the one before it is taken, and nothing before the first read. */
const paced = [
  'page 0, take 0, done 0, page 1, take 1, done 1, take 2, done 2',
  'page 2, take 3, done 3, take 4, done 4, take 5, done 5',
].join(', ');

const writable = (work: (value: unknown) => Promise<void>): Writable =>
  new Writable({
    objectMode: true,
    highWaterMark: 1,
    write: (value, _encoding, done) => {
      work(value).then(() => done(), done);
    },
  });

const read = async (stream: AsyncIterable<unknown>): Promise<ReadonlyArray<unknown>> => {
  const values: Array<unknown> = [];
  for await (const value of stream) values.push(value);
  return values;
};

const failureOf = async (stream: AsyncIterable<unknown>): Promise<unknown> => {
  try {
    await read(stream);
  } catch (error) {
    return error;
  }
  throw new Error('expected a failure');
};

describe('toReadable', () => {
  it('law 1: sends nothing before the first read', async () => {
    const { lines, walk } = diary();
    const readable = toReadable(walk);
    await wait(5);
    expect(lines).to.deep.equal([]);
    readable.destroy();
    expect(lines).to.deep.equal([]);
  });

  const readers: Readonly<
    Record<
      string,
      (readable: Readable, work: (value: unknown) => Promise<void>) => Promise<unknown>
    >
  > = {
    'a for await loop': async (readable, work) => {
      for await (const value of readable) await work(value);
    },
    'a pipeline': (readable, work) => pipeline(readable, writable(work)),
    'a web stream': async (readable, work) => {
      for await (const value of Readable.toWeb(readable)) await work(value);
    },
    'pause and resume': (readable, work) => {
      readable.on('data', (value) => {
        readable.pause();
        void work(value).then(() => readable.resume());
      });
      return once(readable, 'close');
    },
  };
  for (const [reader, readAll] of Object.entries(readers)) {
    it(`law 4: goes at the pace of ${reader}`, async () => {
      const { lines, walk, work } = diary();
      await readAll(toReadable(walk), work);
      expect(lines.join(', ')).to.equal(paced);
    });
  }

  it('law 4: asks for the next page early with a mark', async () => {
    const { lines, walk, work } = diary();
    for await (const value of toReadable(walk, { highWaterMark: 2 })) await work(value);
    expect(lines.slice(0, 3)).to.deep.equal(['page 0', 'page 1', 'take 0']);
  });

  it('an error arrives as it was thrown, after the values before it', async () => {
    const thrown = new Error('boom');
    const heard: Array<unknown> = [];
    const readable = toReadable(() =>
      concat(
        of(1),
        throwError(() => thrown),
      ),
    );
    readable.on('data', (value) => heard.push(value));
    readable.on('error', (error) => heard.push(error));
    readable.on('end', () => heard.push('end'));
    await new Promise((resolve) => readable.once('close', resolve));
    expect(heard).to.deep.equal([1, thrown]);
  });

  for (const thrown of ['text', undefined, null]) {
    it(`${String(thrown)} that is thrown arrives as the cause of an Error`, async () => {
      const error = await failureOf(toReadable(() => throwError(() => thrown)));
      expect(error).to.be.instanceOf(Error).with.property('cause', thrown);
    });
  }

  it('carries every value but null to the end of the stream, and then closes', async () => {
    const values = [undefined, 0, '', false, NaN, [], {}];
    const readable = toReadable(() => of(...values));
    expect(await read(readable)).to.deep.equal(values);
    expect(readable.destroyed).to.equal(true);
  });

  it('null is a clear error, and the walk is left', async () => {
    let isLeft = false;
    const error = await failureOf(
      toReadable(() => concat(of(1, null), NEVER).pipe(finalize(() => (isLeft = true)))),
    );
    expect(String(error)).to.match(/^TypeError: toReadable: the stream emitted null/);
    expect(isLeft).to.equal(true);
  });

  describe('a signal', () => {
    it('that is aborted destroys it with an AbortError whose cause is the reason, and the walk is left', async () => {
      const controller = new AbortController();
      let isLeft = false;
      const walk = concat(of(1), NEVER).pipe(finalize(() => (isLeft = true)));
      const readable = toReadable(() => walk, { signal: controller.signal });
      readable.once('data', () => {
        setTimeout(() => controller.abort('enough'), 1);
      });
      const [error] = (await once(readable, 'error')) as [unknown];
      expect(error).to.include({ name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' });
      expect(isLeft).to.equal(true);
      expect(readable.destroyed).to.equal(true);
    });

    it('that was aborted before sends nothing', async () => {
      const { lines, walk } = diary();
      const error = await failureOf(toReadable(walk, { signal: AbortSignal.abort('enough') }));
      expect(error).to.include({ name: 'AbortError', cause: 'enough' });
      expect(lines).to.deep.equal([]);
    });

    it('that is aborted after the end changes nothing', async () => {
      const controller = new AbortController();
      const readable = toReadable(() => of(1, 2), { signal: controller.signal });
      expect(await read(readable)).to.deep.equal([1, 2]);
      controller.abort();
      await wait(5);
      expect(readable.errored).to.equal(null);
      expect(getEventListeners(controller.signal, 'abort')).to.deep.equal([]);
    });
  });

  describe('law 9: over real HTTP', () => {
    const closing = ({ socket }: IncomingMessage): Promise<unknown> => once(socket, 'close');

    it('destroy aborts the request in flight, and no end is heard', async () => {
      const arrived = new Subject<IncomingMessage>();
      await withServer(
        (request) => {
          arrived.next(request);
        },
        async (baseURL) => {
          const client = createClient({ transport: axiosTransport({ baseURL }) });
          const readable = toReadable((valve) => client.list({ ...list, valve }));
          const heard: Array<string> = [];
          for (const event of ['end', 'error', 'data']) readable.on(event, () => heard.push(event));
          const closed = closing(await firstValueFrom(arrived));
          readable.destroy();
          await Promise.all([closed, once(readable, 'close')]);
          await wait(5);
          expect(heard).to.deep.equal([]);
        },
      );
    });

    it('a pipeline whose writable fails aborts the request in flight', async () => {
      const arrived = new ReplaySubject<IncomingMessage>();
      await withServer(
        (request, response) => {
          if (request.url?.includes('pageToken') === true) arrived.next(request);
          else
            response.end(JSON.stringify({ data: [{ properties: { id: 1 } }], nextPageToken: 'x' }));
        },
        async (baseURL) => {
          const client = createClient({ transport: axiosTransport({ baseURL }) });
          const closed = firstValueFrom(arrived).then(closing);
          const failing = writable(async () => {
            await firstValueFrom(arrived);
            throw new Error('full');
          });
          const walk = toReadable((valve) => client.list({ ...list, valve }).pipe(orThrow()));
          const [outcome] = await Promise.allSettled([pipeline(walk, failing)]);
          expect(String((outcome as PromiseRejectedResult).reason)).to.equal('Error: full');
          await closed;
        },
      );
    });
  });
});
