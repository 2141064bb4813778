import type { Fault } from '../faults/Fault';
import type { ObjectStore } from '../store/Store';

/** A running reference service. `startService` makes one. @since 0.1.0 */
export interface Service {
  /** Its address, `http://127.0.0.1:…`, for the `baseURL` of a transport. */
  readonly url: string;
  readonly ontologyRid: string;
  /** The first of its object types; `store.objectTypes` has them all. */
  readonly objectType: string;
  readonly apiFamily: string;
  /** The bearer token that it requires. */
  readonly token: string;
  readonly store: ObjectStore;
  /** Replaces the faults. Counting begins again. */
  readonly setFaults: (faults: ReadonlyArray<Fault>) => void;
  /**
   * Stops taking requests, lets the responses that are under way finish, and resolves when every connection is
   * closed. Idle connections are not waited for; those that are not done within the option `closeGrace` are cut off.
   */
  readonly close: () => Promise<void>;
}
