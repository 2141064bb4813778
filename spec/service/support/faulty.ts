import type { Fault, Service, ServiceOptions } from '../../../src/service/index';
import { withThings } from './things';
import { withDoors } from './withDoors';
import { withService } from './withService';

/** Runs a service of six things, two to a page, that has these faults. */
export const faulty = (
  faults: ReadonlyArray<Fault>,
  use: (service: Service) => Promise<void>,
  options?: ServiceOptions,
  open = withService<void>,
): Promise<void> => open({ ...withThings(6), maxPageSize: 2, seed: 1, faults, ...options }, use);

/** The same through both doors. */
export const faultyDoors: typeof faulty = (faults, use, options) =>
  faulty(faults, use, options, withDoors);
