import * as E from 'fp-ts/Either';
import { serviceError, type ServiceError } from '../answers/ServiceError';
import { credentialKey } from '../secrets/authorize';
import type { Settings } from './ServiceOptions';

type RateLimit = Settings['rateLimit'];

/** Lets a request in and gives what to call when it is over; or says why it has to wait. */
export type Admit = (header: string | undefined, now: number) => E.Either<ServiceError, () => void>;

interface Account {
  inFlight: number;
  accepted: number;
  /** When the latest requests were accepted, as many as a minute may have: request n is at n modulo their number. */
  readonly times: Array<number>;
  latest: number;
}

const minute = 60_000;

/** Credentials are a stranger's to make up: beyond this many at a time, new ones count with requests that have none. */
const maxAccounts = 1_000;

const anonymous = '';

const tooMany = (limit: RateLimit, seconds: number): E.Either<ServiceError, never> =>
  E.left(serviceError(429, 'TooManyRequests', { ...limit }, { 'retry-after': String(seconds) }));

/** Counts the requests of each credential. A minute is any 60 seconds, not one of the clock. */
export const rateLimiter = ({ concurrent = Infinity, perMinute }: RateLimit): Admit => {
  if (concurrent === Infinity && perMinute === undefined) return () => E.right(() => undefined);
  // In the order in which they were last used.
  const accounts = new Map<string, Account>();

  const sweep = (now: number): void => {
    for (const [key, { inFlight, latest }] of accounts) {
      if (perMinute !== undefined && now - latest < minute) return;
      if (inFlight === 0) accounts.delete(key);
    }
  };

  const accountOf = (header: string | undefined, now: number): Account => {
    sweep(now);
    const asked = header === undefined ? anonymous : credentialKey(header);
    const key = accounts.has(asked) || accounts.size < maxAccounts ? asked : anonymous;
    const account = accounts.get(key) ?? { inFlight: 0, accepted: 0, times: [], latest: 0 };
    accounts.delete(key);
    accounts.set(key, account);
    return account;
  };

  /** Milliseconds until a minute has room for one request more. */
  const waitOf = ({ times, accepted }: Account, now: number): number => {
    const one = perMinute === undefined ? undefined : times[accepted % perMinute];
    return one === undefined ? 0 : one + minute - now;
  };

  const accept = (account: Account, now: number): void => {
    account.inFlight += 1;
    account.latest = now;
    if (perMinute !== undefined) account.times[account.accepted % perMinute] = account.latest;
    account.accepted += 1;
  };

  return (header, now) => {
    const account = accountOf(header, now);
    const wait = waitOf(account, now);
    if (wait > 0) return tooMany({ perMinute }, Math.ceil(wait / 1_000));
    // It is unknown when a request will be over; a second is the least that the header can say.
    if (account.inFlight >= concurrent) return tooMany({ concurrent }, 1);
    accept(account, now);
    return E.right(() => {
      account.inFlight -= 1;
    });
  };
};
