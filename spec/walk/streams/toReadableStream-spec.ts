import { expect } from 'chai';
import { concat, type Observable, of, throwError } from 'rxjs';
import {
  createClient,
  orThrow,
  type PullOptions,
  toReadableStream as paced,
  type Valve,
} from '../../../src/index';
import { list, pagesOf, record, scriptedTransport } from '../../support/scriptedTransport';

/** Streams of values that are there need no valve. */
const toReadableStream = paced as <T>(
  build: (valve: Valve) => Observable<T>,
  options?: PullOptions,
) => ReadableStream<T>;

describe('toReadableStream', () => {
  it('gives every object to its reader, at the reader’s pace', async () => {
    const { transport, requests } = scriptedTransport(
      ...pagesOf([[record(1), record(2)], [record(3)]]),
    );
    const client = createClient({ transport });
    const stream = toReadableStream((valve) => client.list({ ...list, valve }).pipe(orThrow()));
    await new Promise(setImmediate);
    expect(requests, 'law 1: nothing before the first read').to.have.length(0);
    const reader = stream.getReader();
    expect(await reader.read()).to.deep.equal({ done: false, value: record(1) });
    await new Promise(setImmediate);
    expect(requests, 'law 4: the second page waits').to.have.length(1);
    expect(await reader.read()).to.deep.equal({ done: false, value: record(2) });
    expect(await reader.read()).to.deep.equal({ done: false, value: record(3) });
    expect(await reader.read()).to.deep.equal({ done: true, value: undefined });
  });

  it('errors with what the stream throws, after the values before it', async () => {
    const reader = toReadableStream(() =>
      concat(
        of(1),
        throwError(() => new Error('mine')),
      ),
    ).getReader();
    expect(await reader.read()).to.deep.equal({ done: false, value: 1 });
    const failure = await reader.read().catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'mine');
  });
});
