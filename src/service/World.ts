import { createHash, randomBytes, randomInt } from 'node:crypto';
import { authorize } from './authorize';
import type { Fault } from './Fault';
import { type FaultPlan, faultPlan } from './faultPlan';
import { createPageTokens, type PageTokens } from './pageTokens';
import { createFieldOrders, type FieldOrder } from './query/createFieldOrders';
import { seededRandom, uuid } from './random';
import { type Admit, rateLimiter } from './rateLimiter';
import type { Settings } from './Settings';
import { createSnapshots, type Snapshots } from './Snapshots';
import { createStore, type Store } from './Store';

/** Everything that one running service is made of, except its connections. */
export interface World {
  readonly settings: Settings;
  readonly store: Store;
  readonly fieldOrder: FieldOrder;
  readonly snapshots: Snapshots;
  readonly tokens: PageTokens;
  readonly authorize: ReturnType<typeof authorize>;
  readonly admit: Admit;
  /** The current faults. */
  readonly faults: () => FaultPlan;
  readonly setFaults: (faults: ReadonlyArray<Fault>) => void;
  /** Whether this last page of revision 1.0 says null instead of nothing. */
  readonly marksWithNull: () => boolean;
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
