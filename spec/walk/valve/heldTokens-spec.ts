import { expect } from 'chai';
import { map, timer } from 'rxjs';
import { createClient, withValve } from '../../../src/index';
import { memoryService } from '../../../src/testing/index';
import { gather } from '../../support/collect';
import { inVirtualTime } from '../../support/inVirtualTime';

describe('law 13: page tokens in a closed valve', () => {
  /** Four pages of ten, with work of 400 ms a page, over a service that takes its tokens for 300 ms. */
  const walkSlowly = (
    tokenLifetime: number | undefined,
    check: (tags: ReadonlyArray<string>, holds: number) => void,
  ) => {
    inVirtualTime(() => {
      const ship = Array.from({ length: 40 }, (_, id) => ({ id }));
      const { transport, ontologyRid } = memoryService({
        objects: { ship },
        maxPageSize: 10,
        tokenLifetime: 300,
      });
      const client = createClient({ transport });
      const events = gather(client.events);
      const results = gather(
        withValve({ highWaterMark: 0 }, (valve) =>
          client
            .list({ ontologyRid, objectType: 'ship', valve, tokenLifetime })
            .pipe(valve.concatMap((result) => timer(40).pipe(map(() => result)))),
        ),
      );
      return () => {
        const tags = results.map((result) => (result._tag === 'Left' ? result.left._tag : 'Right'));
        check(tags, events.filter(({ type }) => type === 'hold').length);
      };
    });
  };

  it('expire without tokenLifetime', () =>
    walkSlowly(undefined, (tags, holds) => {
      expect(tags).to.deep.equal([...Array<string>(10).fill('Right'), 'PageTokenExpired']);
      expect(holds).to.equal(0);
    }));

  it('are spent in time with it, and the events say so', () =>
    walkSlowly(300, (tags, holds) => {
      expect(tags).to.deep.equal(Array(40).fill('Right'));
      expect(holds).to.equal(3);
    }));
});
