import type { Fault } from '../faults/Fault';
import { faultPlan } from '../faults/faultPlan';
import { createPageTokens } from '../pages/pageTokens';
import { list, listUnder, search } from '../pages/revisions';
import { familiar, schemes } from '../pages/schemes';
import type { Paging } from '../pages/servePage';
import { authorize } from '../secrets/authorize';
import { randomHex } from '../secrets/randomHex';
import { keyedDigest } from '../secrets/keyedDigest';
import { createFieldOrders } from '../store/query/findObjects';
import { seededRandom, uuid } from '../store/random';
import { createSnapshots } from '../store/Snapshots';
import { createStore } from '../store/Store';
import { type Admit, rateLimiter } from './rateLimiter';
import { type FindRoute, router } from './route';
import type { Settings } from './ServiceOptions';

/** Everything that one running service is made of, except its connections and its clock. */
export interface World extends Paging {
  readonly settings: Settings;
  readonly authorize: ReturnType<typeof authorize>;
  readonly route: FindRoute;
  readonly admit: Admit;
  readonly setFaults: (faults: ReadonlyArray<Fault>) => void;
  readonly errorInstanceId: () => string;
}

/** A seed can be guessed, so the key comes from one only where the options name one. */
const keyOf = (seed: number | undefined): string =>
  seed === undefined ? randomHex(32) : keyedDigest('pagewalk')(String(seed));

const lastPageMarks = (lastPage: Settings['lastPage']): (() => boolean) => {
  let count = 0;
  return () => lastPage === 'null' || (lastPage === 'mixed' && count++ % 2 === 0);
};

export const createWorld = (settings: Settings): World => {
  const seed = settings.seed ?? parseInt(randomHex(4), 16);
  const random = seededRandom(seed);
  let faults = faultPlan(settings.faults, seed);
  return {
    settings,
    store: createStore(settings.objects),
    fieldOrder: createFieldOrders(),
    snapshots: createSnapshots(settings.snapshotLifetime),
    tokens: createPageTokens(keyOf(settings.seed)),
    authorize: authorize(settings.token),
    route: router([
      list,
      listUnder,
      search,
      ...familiar,
      ...(settings.scheme === undefined ? [] : [schemes[settings.scheme]]),
    ]),
    admit: rateLimiter(settings.rateLimit),
    faults: () => faults,
    setFaults: (replacement) => {
      faults = faultPlan(replacement, seed);
    },
    marksWithNull: lastPageMarks(settings.lastPage),
    errorInstanceId: () => uuid(random),
  };
};
