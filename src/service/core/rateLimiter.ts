import * as E from 'fp-ts/Either';
import { serviceError, type ServiceError } from '../answers/ServiceError';
import { credentialKey } from '../secrets/authorize';
import type { Settings } from './ServiceOptions';

type RateLimit = Settings['rateLimit'];

/** Lets a request in and gives what to call when it is over; or says why it has to wait. */
export type Admit = (header: string | undefined, now: number) => E.Either<ServiceError, () => void>;

interface CallerAccount {
  inFlight: number;
  /** When requests were accepted in the last minute, the oldest first. */
  readonly times: Array<number>;
}

const minute = 60_000;

/** Anybody can make up credentials. Beyond this many at a time, new ones count with requests that have none. */
const maxAccounts = 1_000;

const anonymousCaller = '';

const tooMany = (limit: RateLimit, seconds: number): E.Either<ServiceError, never> =>
  E.left(serviceError(429, 'TooManyRequests', { ...limit }, { 'retry-after': String(seconds) }));

/** Counts the requests of each credential. A minute is any 60 seconds, not one of the clock. */
export const rateLimiter = ({ concurrent = Infinity, perMinute = Infinity }: RateLimit): Admit => {
  if (concurrent === Infinity && perMinute === Infinity) return () => E.right(() => undefined);
  // In the order in which they were last used.
  const accounts = new Map<string, CallerAccount>();

  const sweep = (now: number): void => {
    for (const [key, { inFlight, times }] of accounts) {
      if (now - (times.at(-1) ?? -Infinity) < minute) return;
      if (inFlight === 0) accounts.delete(key);
    }
  };

  const accountOf = (header: string | undefined, now: number): CallerAccount => {
    sweep(now);
    const asked = header === undefined ? anonymousCaller : credentialKey(header);
    const key = accounts.has(asked) || accounts.size < maxAccounts ? asked : anonymousCaller;
    const account = accounts.get(key) ?? { inFlight: 0, times: [] };
    accounts.delete(key);
    accounts.set(key, account);
    return account;
  };

  return (header, now) => {
    const account = accountOf(header, now);
    const { times } = account;
    while (times[0] !== undefined && now - times[0] >= minute) times.shift();
    const oldest = times.length < perMinute ? undefined : times[0];
    if (oldest !== undefined)
      return tooMany({ perMinute }, Math.ceil((oldest + minute - now) / 1_000));
    // It is not known when a request will be over. A second is the least that the header can say.
    if (account.inFlight >= concurrent) return tooMany({ concurrent }, 1);
    account.inFlight += 1;
    if (perMinute < Infinity) times.push(now);
    return E.right(() => {
      account.inFlight -= 1;
    });
  };
};
