import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { firstValueFrom, map, Subject, timer } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import type { WalkEvent } from '../../../src/client/WalkEvent';
import { type ServedRequest, type Service, type ServiceOptions, startService } from '../../../src/service/index';
import { toAsyncIterable } from '../../../src/walk/streams/toAsyncIterable';
import { toReadableStream } from '../../../src/walk/streams/toReadableStream';
import { axiosTransport } from '../../../src/transport/axiosTransport';
import { orThrow } from '../../../src/walk/values/orThrow';
import { withValve } from '../../../src/walk/valve/withValve';
import { collect } from '../../support/collect';

const ships = Array.from({ length: 40 }, (_, id) => ({ id }));

const withService = async (options: ServiceOptions, use: (service: Service) => Promise<void>): Promise<void> => {
  const service = await startService({ objects: { ship: ships }, maxPageSize: 10, ...options });
  try {
    await use(service);
  } finally {
    await service.close();
  }
};

const clientOf = ({ url }: Service) => createClient({ transport: axiosTransport({ baseURL: url }) });

const shipsOf = ({ ontologyRid }: Service) => ({ ontologyRid, objectType: 'ship' });

describe('streams over the reference service', () => {
  describe('law 9: leaving aborts the request in flight, and the service sees it', () => {
    const leaveWhilePending = async (
      start: (service: Service) => { readonly read: () => Promise<unknown>; readonly leave: () => Promise<unknown> },
    ): Promise<ReadonlyArray<boolean>> => {
      const over = new Subject<ServedRequest>();
      const aborted: Array<boolean> = [];
      over.subscribe((request) => aborted.push(request.aborted));
      const options: ServiceOptions = {
        faults: [{ type: 'delay', ms: 10_000, at: 2 }],
        onRequest: (request) => {
          over.next(request);
        },
      };
      await withService(options, async (service) => {
        const { read, leave } = start(service);
        for (let taken = 0; taken < 10; taken++) await read();
        const pending = read();
        // Ten times of what it takes to arrive: only what was answered can be seen.
        await new Promise((resolve) => setTimeout(resolve, 200));
        const seen = firstValueFrom(over);
        await leave();
        await pending;
        await seen;
      });
      return aborted;
    };

    it('return() of an async iterable', async () => {
      const aborted = await leaveWhilePending((service) => {
        const iterator = toAsyncIterable((valve) =>
          clientOf(service)
            .list({ ...shipsOf(service), valve })
            .pipe(orThrow()),
        );
        return { read: () => iterator.next(), leave: async () => iterator.return?.() };
      });
      expect(aborted).to.deep.equal([false, true]);
    });

    it('cancel() of a web stream', async () => {
      const aborted = await leaveWhilePending((service) => {
        const reader = toReadableStream((valve) =>
          clientOf(service)
            .list({ ...shipsOf(service), valve })
            .pipe(orThrow()),
        ).getReader();
        return { read: () => reader.read(), leave: () => reader.cancel() };
      });
      expect(aborted).to.deep.equal([false, true]);
    });
  });

  describe('law 13: page tokens in a closed valve', () => {
    /** Work of 400 ms a page, with tokens that the service takes for 300 ms. */
    const walkSlowly = async (service: Service, tokenLifetime?: number) => {
      const client = clientOf(service);
      const events: Array<WalkEvent> = [];
      client.events.subscribe((event) => events.push(event));
      const results = await collect(
        withValve({ highWaterMark: 0 }, (valve) =>
          client
            .list({ ...shipsOf(service), valve, tokenLifetime })
            .pipe(valve.concatMap((result) => timer(40).pipe(map(() => result)))),
        ),
      );
      return { results, holds: events.filter(({ type }) => type === 'hold') };
    };

    it('expire without tokenLifetime', async () => {
      await withService({ tokenLifetime: 300 }, async (service) => {
        const { results, holds } = await walkSlowly(service);
        expect(results.at(-1)).to.have.nested.property('left._tag', 'PageTokenExpired');
        expect(holds).to.deep.equal([]);
      });
    });

    it('are spent in time with it, and the events say so', async () => {
      // Longer than a busy machine may take for a request: here it counts that the walk does not wait for the consumer.
      await withService({ tokenLifetime: 60_000 }, async (service) => {
        const { results, holds } = await walkSlowly(service, 150);
        expect(results.filter(E.isRight)).to.have.length(ships.length);
        expect(holds).not.to.deep.equal([]);
      });
    });
  });
});
