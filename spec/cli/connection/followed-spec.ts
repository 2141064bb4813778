import { expect } from 'chai';
import { asyncScheduler, defer, map, takeUntil, timer } from 'rxjs';
import { followed } from '../../../src/cli/connection/followed';
import { newTally } from '../../../src/cli/terminal/progress';
import { inVirtualTime } from '../../support/inVirtualTime';
import { ok } from '../../support/scriptedTransport';
import { response } from '../../transport/support/politely';

describe('followed', () => {
  /** What a client with --polite says of a service that refuses every other request of the first half minute. */
  const saidBy = (flags: { readonly quiet?: boolean }, minutes: number): ReadonlyArray<string> => {
    const said: Array<string> = [];
    inVirtualTime(() => {
      let asked = 0;
      const service = () => {
        asked += 1;
        const now = asyncScheduler.now();
        const isRefused = now < 30_000 && asked % 2 === 0;
        return timer(50).pipe(
          map(() =>
            isRefused
              ? response(429, { 'retry-after': '0' })
              : ok({ data: [], nextPageToken: `t${now}` }),
          ),
        );
      };
      const stderr = { write: (text: string) => said.push(text) };
      const { client } = followed(
        { transport: () => defer(service), auth: undefined } as never,
        { polite: { perMinute: 60 }, ...flags },
        newTally(),
        { stderr } as never,
      );
      client
        .list({ ontologyRid: 'o', objectType: 't', emptyPages: 1_000_000 })
        .pipe(takeUntil(timer(minutes * 60_000)))
        .subscribe();
    });
    return said;
  };

  it('law 15: says that a service refuses too many requests, and when the rate is whole again', () => {
    const said = saidBy({}, 10).filter((line) => line.includes('a minute'));
    expect(said[0]).to.match(
      /^pagewalk: the service refuses too many requests: \d+ requests a minute from now on, and slowly more again\n$/,
    );
    expect(said.at(-1)).to.equal('pagewalk: 60 requests a minute again\n');
  });

  it('law 15: says nothing of it with --quiet', () =>
    expect(saidBy({ quiet: true }, 1)).to.deep.equal([]));
});
