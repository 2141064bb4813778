import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Fault } from './faults/Fault';
import { faultPlan } from './faults/faultPlan';
import { authorize } from './http/authorize';
import { type Admit, rateLimiter } from './http/rateLimiter';
import { createPageTokens } from './paging/pageTokens';
import type { Paging } from './paging/servePage';
import type { Settings } from './ServiceOptions';
import { createFieldOrders } from './store/query/createFieldOrders';
import { seededRandom, uuid } from './store/random';
import { createSnapshots } from './store/Snapshots';
import { createStore } from './store/Store';

/** Everything that one running service is made of, except its connections. */
export interface World extends Paging {
  readonly settings: Settings;
  readonly authorize: ReturnType<typeof authorize>;
  readonly admit: Admit;
  readonly setFaults: (faults: ReadonlyArray<Fault>) => void;
  readonly errorInstanceId: () => string;
}

/** A seed can be guessed, so the key comes from one only where the service is told one. */
const keyOf = (seed: number | undefined): Buffer =>
  seed === undefined ? randomBytes(32) : createHash('sha256').update(`pagewalk ${seed}`).digest();

const lastPageMarks = (lastPage: Settings['lastPage']): (() => boolean) => {
  let count = 0;
  return () => lastPage === 'null' || (lastPage === 'mixed' && count++ % 2 === 0);
};

export const createWorld = (settings: Settings): World => {
  const seed = settings.seed ?? randomInt(2 ** 32);
  const random = seededRandom(seed);
  let faults = faultPlan(settings.faults, seed);
  return {
    settings,
    store: createStore(settings.objects),
    fieldOrder: createFieldOrders(),
    snapshots: createSnapshots(settings.snapshotLifetime),
    tokens: createPageTokens(keyOf(settings.seed)),
    authorize: authorize(settings.token),
    admit: rateLimiter(settings.rateLimit),
    faults: () => faults,
    setFaults: (replacement) => {
      faults = faultPlan(replacement, seed);
    },
    marksWithNull: lastPageMarks(settings.lastPage),
    errorInstanceId: () => uuid(random),
  };
};
