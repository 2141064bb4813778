import { asyncScheduler, defer, map, of, timer } from 'rxjs';
import { createClient, type Polite } from '../../../src/index';
import { inVirtualTime } from '../../support/inVirtualTime';
import { ok } from '../../support/scriptedTransport';
import { mostWithin } from './mostWithin';
import { response } from './politely';

export const minute = 60_000;

/** Whether a service accepts a request that it gets now. */
export type Accepts = (now: number) => boolean;

/** Services that accept a number of requests a minute, which may change, each in a way of its own. */
export const limitedServices: Readonly<
  Record<string, (limit: (now: number) => number) => Accepts>
> = {
  'in any 60 s': (limit) => {
    const taken: Array<number> = [];
    return (now) => {
      while (now - (taken[0] ?? now) >= minute) taken.shift();
      const isRoom = taken.length < limit(now);
      if (isRoom) taken.push(now);
      return isRoom;
    };
  },
  'from one full minute to the next': (limit) => {
    let [current, used] = [-1, 0];
    return (now) => {
      const full = Math.floor((now + 30_000) / minute);
      if (full !== current) [current, used] = [full, 0];
      if (used >= limit(now)) return false;
      used += 1;
      return true;
    };
  },
  'by a bucket of ten': (limit) => {
    let [tokens, last] = [10, 0];
    return (now) => {
      tokens = Math.min(10, tokens + ((now - last) * limit(now)) / minute);
      last = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  },
  'by a leaky bucket of five': (limit) => {
    let [level, last] = [0, 0];
    return (now) => {
      level = Math.max(0, level - ((now - last) * limit(now)) / minute);
      last = now;
      if (level + 1 > 5) return false;
      level += 1;
      return true;
    };
  },
};

/** Numbers from 0 to 1, the same for a seed. */
export const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export interface Load {
  readonly accepts: Accepts;
  readonly limits?: Polite;
  readonly minutes?: number;
  readonly walks?: number;
  readonly latency?: number;
  /** The headers of a refusal. */
  readonly refusal?: Readonly<Record<string, string>>;
}

/** Endless walks over a service for some virtual minutes: when requests were sent, accepted and refused, and the walks that ended. */
export const endlessWalks = ({
  accepts,
  limits,
  minutes = 10,
  walks = 1,
  latency = 50,
  refusal = {},
}: Load) => {
  const seen = {
    starts: [] as Array<number>,
    accepted: [] as Array<number>,
    refused: [] as Array<number>,
    ended: 0,
  };
  inVirtualTime(() => {
    const service = () =>
      defer(() => {
        const start = asyncScheduler.now();
        if (start > minutes * minute) return of(ok({ data: [] }));
        const nextPageToken = `token-${seen.starts.push(start)}`;
        return timer(latency).pipe(
          map(() => {
            const now = asyncScheduler.now();
            const isAccepted = accepts(now);
            (isAccepted ? seen.accepted : seen.refused).push(now);
            return isAccepted ? ok({ data: [], nextPageToken }) : response(429, refusal);
          }),
        );
      });
    const client = createClient({ transport: limits ? limits(service) : service });
    const query = { ontologyRid: 'o', objectType: 't', emptyPages: 1_000_000 };
    for (let walk = 0; walk < walks; walk += 1)
      client.list(query).subscribe(({ _tag }) => (seen.ended += _tag === 'Left' ? 1 : 0));
  });
  return seen;
};

/** How many of the times lie within each minute. */
export const perMinuteOf = (times: ReadonlyArray<number>, minutes: number): ReadonlyArray<number> =>
  Array.from(
    { length: minutes },
    (_, index) => times.filter((time) => Math.floor(time / minute) === index).length,
  );

/** The most of the times within any minute, after one. */
export const worstMinute = (times: ReadonlyArray<number>, from = 0): number =>
  mostWithin(
    times.filter((time) => time >= from),
    minute,
  );
