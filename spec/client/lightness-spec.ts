import { expect } from 'chai';
import { lastValueFrom, Observable } from 'rxjs';
import { bearer, createClient, withValve } from '../../src/index';
import { ok } from '../support/scriptedTransport';

interface Counts {
  readonly subscriptions: number;
  readonly operators: number;
}

/** What RxJS does while a function runs: how often something is subscribed to, and how many operators are applied. */
const counted = async (run: () => Promise<unknown>): Promise<Counts> => {
  const { prototype } = Observable as unknown as {
    prototype: Record<'subscribe' | 'lift', (...args: never) => unknown>;
  };
  const { subscribe, lift } = prototype;
  let [subscriptions, operators] = [0, 0];
  prototype.subscribe = function (...args) {
    subscriptions += 1;
    return subscribe.apply(this, args);
  };
  prototype.lift = function (...args) {
    operators += 1;
    return lift.apply(this, args);
  };
  try {
    await run();
  } finally {
    Object.assign(prototype, { subscribe, lift });
  }
  return { subscriptions, operators };
};

/** A walk over so many pages of three objects that come one after the other, from a transport of one subscription. */
const walkOver = (pages: number, isHeld: boolean, readAhead = 0): Promise<unknown> => {
  let asked = 0;
  const transport = () =>
    new Observable<ReturnType<typeof ok>>((subscriber) => {
      asked += 1;
      const data = [1, 2, 3].map((id) => ({ properties: { id } }));
      const answer = ok({ data, ...(asked < pages && { nextPageToken: String(asked) }) });
      queueMicrotask(() => {
        subscriber.next(answer);
        subscriber.complete();
      });
    });
  const client = createClient({ transport, auth: bearer('secret') });
  const params = { ontologyRid: 'ri.o', objectType: 'employee', readAhead };
  return lastValueFrom(
    isHeld
      ? withValve({ highWaterMark: 10 }, (valve) => client.list({ ...params, valve }))
      : client.list(params),
  );
};

describe('the way of a page', () => {
  for (const [how, isHeld, readAhead, max] of [
    ['without a valve', false, 0, { subscriptions: 7, operators: 3 }],
    ['with a valve', true, 0, { subscriptions: 13, operators: 5 }],
    ['with readAhead 1', false, 1, { subscriptions: 16, operators: 7 }],
  ] as const) {
    it(`${how} takes at most ${max.subscriptions} subscriptions and ${max.operators} operators`, async () => {
      const few = await counted(() => walkOver(10, isHeld, readAhead));
      const many = await counted(() => walkOver(30, isHeld, readAhead));
      expect((many.subscriptions - few.subscriptions) / 20).to.be.at.most(max.subscriptions);
      expect((many.operators - few.operators) / 20).to.be.at.most(max.operators);
    });
  }
});
