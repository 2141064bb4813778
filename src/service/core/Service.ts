import * as E from 'fp-ts/Either';
import type { Fault } from '../faults/Fault';
import { readFaults } from '../faults/readFaults';
import type { Store } from '../store/Store';
import type { World } from './World';

/** One bad file of objects can have thousands of problems; this many make the point. */
const maxProblems = 10;

/** What was found right, or else a `TypeError` of a function that names its problems. */
export const orTypeError = <A>(name: string, checked: E.Either<ReadonlyArray<string>, A>): A => {
  if (E.isRight(checked)) return checked.right;
  const said = checked.left.slice(0, maxProblems);
  const unsaid = checked.left.length - said.length;
  throw new TypeError(`${name}: ${[...said, ...(unsaid > 0 ? [`and ${unsaid} more`] : [])].join('; ')}`);
};

/**
 * A running reference service. `startService` makes one.
 *
 * @since 0.1.0
 */
export interface Service {
  /** Its address, `http://127.0.0.1:…`, for the `baseURL` of a transport. */
  readonly url: string;
  readonly ontologyRid: string;
  /** The first of its object types; `store.objectTypes` has them all. */
  readonly objectType: string;
  readonly apiFamily: string;
  /** The bearer token that it demands. */
  readonly token: string;
  readonly store: Store;
  /** Replaces the faults. Counting begins again. */
  readonly setFaults: (faults: ReadonlyArray<Fault>) => void;
  /**
   * Stops taking requests, lets the responses that are under way finish, and resolves when every connection is
   * closed. Idle connections are not waited for; those that are not done within the option `closeGrace` are cut off.
   */
  readonly close: () => Promise<void>;
}

/** What every service gives to hold it by, however it is reached. */
type Handles = Omit<Service, 'url' | 'close'>;

export const handlesOf = ({ settings, store, setFaults }: World): Handles => {
  const { ontologyRid, apiFamily, token } = settings;
  return {
    ontologyRid,
    objectType: store.objectTypes[0] ?? '',
    apiFamily,
    token,
    store,
    setFaults: (faults) => setFaults(orTypeError('setFaults', readFaults(faults))),
  };
};
