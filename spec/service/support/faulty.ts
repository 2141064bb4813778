import type { Fault, Service, ServiceOptions } from '../../../src/service/index';
import { withThings } from './things';
import { withService } from './withService';

/** Runs a service of six things, two to a page, that has these faults. */
export const faulty = (
  faults: ReadonlyArray<Fault>,
  use: (service: Service) => Promise<void>,
  options?: ServiceOptions,
): Promise<void> => withService({ ...withThings(6), maxPageSize: 2, seed: 1, faults, ...options }, use);
