import { expect } from 'chai';
import type { Transport } from '../../../src/index';
import type { Service, ServiceOptions } from '../../../src/service/index';
import { memoryService } from '../../../src/testing/index';
import { withService } from './withService';

/** The ways to services in memory, by what stands for their address. */
export const inMemory = new Map<string, Transport>();

/** Runs a reference service over HTTP for as long as `use` takes, and then the same in memory: both say the same (law 29). */
export const withDoors = async <R>(
  options: ServiceOptions,
  use: (service: Service) => Promise<R>,
): Promise<R> => {
  const overHttp = await withService(options, use);
  const { transport, ...service } = memoryService(options);
  const url = `memory-${inMemory.size}:`;
  inMemory.set(url, transport);
  expect(await use({ ...service, url, close: () => Promise.resolve() })).to.deep.equal(overHttp);
  return overHttp;
};
