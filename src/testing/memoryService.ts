import { Subject } from 'rxjs';
import { maxTimer } from '../model/maxTimer';
import { orTypeError } from '../service/core/orTypeError';
import { readOptions } from '../service/core/readOptions';
import { handlesOf } from '../service/core/Service';
import { createWorld } from '../service/core/World';
import type { MemoryExchange, MemoryService, MemoryServiceOptions } from './MemoryServiceOptions';
import { memoryTransport } from './memoryTransport';

const isTime = (ms: unknown): boolean => typeof ms === 'number' && ms >= 0 && ms <= maxTimer;

const checkTime = (name: string, ms: unknown): void => {
  if (isTime(ms)) return;
  throw new TypeError(`memoryService: ${name} must be a number of milliseconds from 0 to ${maxTimer}`);
};

/**
 * The reference service without HTTP, in a browser as well as in Node: what `startService` answers, `memoryService` answers
 * too, through a transport.
 *
 * All of its time is that of RxJS's `asyncScheduler`. In a `TestScheduler`'s `run` an hour takes no time. Outside of it,
 * answers take as long as they do over HTTP. Resets and timeouts are the transport's failures, as they are over HTTP.
 *
 * Options that cannot be right throw a `TypeError` that names every problem.
 *
 * @example
 * ```ts
 * import { createClient, rights } from 'pagewalk';
 * import { memoryService } from 'pagewalk/testing';
 * import { count, lastValueFrom } from 'rxjs';
 *
 * const { transport, ontologyRid, objectType } = memoryService({ faults: [{ type: 'reset-during', at: 7 }] });
 *
 * const client = createClient({ transport, retry: { baseDelay: 1 } });
 * const employees = await lastValueFrom(client.list({ ontologyRid, objectType }).pipe(rights(), count()));
 * console.log(objectType, employees);
 * // Logs:
 * // employee 2500
 * ```
 *
 * @since 0.1.0
 */
export const memoryService = (options: MemoryServiceOptions = {}): MemoryService => {
  const { latency = 0, timeout = 60_000, ...others } = options;
  if (typeof latency !== 'function') checkTime('latency', latency);
  checkTime('timeout', timeout);
  const world = createWorld(orTypeError('memoryService', readOptions(others)));
  const exchanges = new Subject<MemoryExchange>();
  const latencyOf: Parameters<typeof memoryTransport>[1]['latencyOf'] = (request) => {
    if (typeof latency === 'number') return latency;
    const ms = latency(request);
    checkTime('what latency returns', ms);
    return ms;
  };
  const tell = (exchange: MemoryExchange): void => {
    exchanges.next(exchange);
  };
  return {
    ...handlesOf(world),
    transport: memoryTransport(world, { latencyOf, timeout, tell }),
    exchanges: exchanges.asObservable(),
  };
};
