import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { map, timer } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import type { WalkEvent } from '../../../src/client/WalkEvent';
import type { Service } from '../../../src/service/index';
import { axiosTransport } from '../../../src/transport/axiosTransport';
import { withValve } from '../../../src/walk/valve/withValve';
import { withService } from '../../service/support/withService';
import { collect } from '../../support/collect';

const ships = Array.from({ length: 40 }, (_, id) => ({ id }));
const options = { objects: { ship: ships }, maxPageSize: 10 };

describe('law 13: page tokens in a closed valve', () => {
  /** Work of 400 ms a page, with tokens that the service takes for 300 ms. */
  const walkSlowly = async (service: Service, tokenLifetime?: number) => {
    const client = createClient({ transport: axiosTransport({ baseURL: service.url }) });
    const events: Array<WalkEvent> = [];
    client.events.subscribe((event) => events.push(event));
    const results = await collect(
      withValve({ highWaterMark: 0 }, (valve) =>
        client
          .list({ ontologyRid: service.ontologyRid, objectType: 'ship', valve, tokenLifetime })
          .pipe(valve.concatMap((result) => timer(40).pipe(map(() => result)))),
      ),
    );
    return { results, holds: events.filter(({ type }) => type === 'hold') };
  };

  it('expire without tokenLifetime', () =>
    withService({ ...options, tokenLifetime: 300 }, async (service) => {
      const { results, holds } = await walkSlowly(service);
      expect(results.at(-1)).to.have.nested.property('left._tag', 'PageTokenExpired');
      expect(holds).to.deep.equal([]);
    }));

  it('are spent in time with it, and the events say so', async () => {
    // Longer than a busy machine may take for a request: here it counts that the walk does not wait for the consumer.
    await withService({ ...options, tokenLifetime: 60_000 }, async (service) => {
      const { results, holds } = await walkSlowly(service, 150);
      expect(results.filter(E.isRight)).to.have.length(ships.length);
      expect(holds).not.to.deep.equal([]);
    });
  });
});
