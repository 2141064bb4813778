import { faultPlan } from '../faults/faultPlan';
import { readFaults } from '../faults/readFaults';
import { changesEndpoints } from '../pages/changes';
import { createPageTokens } from '../pages/pageTokens';
import { listRevision, listUnder, search } from '../pages/revisions';
import { familiar, servedSchemes } from '../pages/schemes';
import type { PagedService } from '../pages/ServedEndpoint';
import { authorize } from '../secrets/authorize';
import { keyedDigest, randomHex } from '../secrets/keyedDigest';
import { createFinder } from '../store/query/findObjects';
import { seededRandom, uuid } from '../store/random';
import { createSnapshots } from '../store/Snapshots';
import { createStore } from '../store/Store';
import { type Admit, rateLimiter } from './rateLimiter';
import { orTypeError, readOptions } from './readOptions';
import { type FindRoute, router } from './route';
import type { Service } from './Service';
import type { ServiceOptions, Settings } from './ServiceOptions';

/** Everything that one running service is made of, except its connections and its clock. */
export interface World extends PagedService {
  readonly settings: Settings;
  readonly authorize: ReturnType<typeof authorize>;
  readonly route: FindRoute;
  readonly admit: Admit;
  readonly errorInstanceId: () => string;
  /** What every service gives to hold it by, however it is reached. */
  readonly handles: Omit<Service, 'url' | 'close'>;
}

/** A seed can be guessed, so the key comes from one only where the options name one. */
const signingKey = (seed: number | undefined): string =>
  seed === undefined ? randomHex(32) : keyedDigest('pagewalk')(String(seed));

const lastPageMarks = (lastPage: Settings['lastPage']): (() => boolean) => {
  let count = 0;
  return () => lastPage === 'null' || (lastPage === 'mixed' && count++ % 2 === 0);
};

/** Makes the world of a service; `caller` is the function whose options these are. */
export const createWorld = (caller: string, options: ServiceOptions): World => {
  const settings = orTypeError(caller, readOptions(options));
  const { ontologyRid, apiFamily, token, scheme } = settings;
  const seed = settings.seed ?? parseInt(randomHex(4), 16);
  const random = seededRandom(seed);
  const store = createStore(settings.objects);
  let faults = faultPlan(settings.faults, seed);
  const setFaults: Service['setFaults'] = (replacement) => {
    faults = faultPlan(orTypeError('setFaults', readFaults(replacement)), seed);
  };
  return {
    settings,
    store,
    findObjects: createFinder(),
    snapshots: createSnapshots(settings.snapshotLifetime),
    changes: createSnapshots(settings.deltaLifetime),
    tokens: createPageTokens(signingKey(settings.seed)),
    authorize: authorize(token),
    route: router([
      listRevision,
      listUnder,
      search,
      ...changesEndpoints,
      ...familiar,
      ...(scheme === undefined ? [] : [servedSchemes[scheme]]),
    ]),
    admit: rateLimiter(settings.rateLimit),
    faults: () => faults,
    marksWithNull: lastPageMarks(settings.lastPage),
    errorInstanceId: () => uuid(random),
    handles: {
      ontologyRid,
      objectType: store.objectTypes[0] ?? '',
      apiFamily,
      token,
      store,
      setFaults,
    },
  };
};
