import { Agent as HttpAgent } from 'node:http';
import type { Readable } from 'node:stream';
import { expectTypeOf } from 'expect-type';
import type { Either } from 'fp-ts/Either';
import type { MonoTypeOperatorFunction, Observable } from 'rxjs';
import type { Client, ObjectRecord, Transport, Valve, WalkError } from '../../src/index';
import { Agent, EnvHttpProxyAgent, interceptors, MockAgent, Pool, ProxyAgent } from 'undici';
import { Agent as OldAgent } from 'undici-oldest';
import { spool, toReadable, undiciTransport } from '../../src/node/index';

declare const client: Client;
declare const valve: Valve;
const employees = client.list({ ontologyRid: 'ri.o', objectType: 'employee' });

// spool keeps the type of what passes, and takes anything that paces a walk.
expectTypeOf(employees.pipe(spool(valve))).toEqualTypeOf<
  Observable<Either<WalkError, ObjectRecord>>
>();
expectTypeOf(spool<number>({ ready: employees })).toEqualTypeOf<MonoTypeOperatorFunction<number>>();
spool(valve, { directory: '/tmp', memory: 0 });
// @ts-expect-error memory counts values; it is no size such as '10 MB'
spool(valve, { memory: '10 MB' });
// @ts-expect-error a spool without a valve would release nothing
spool();

// toReadable paces what it is given with a valve of its own.
expectTypeOf(
  toReadable((given) => (expectTypeOf(given).toEqualTypeOf<Valve>(), employees)),
).toEqualTypeOf<Readable>();
// @ts-expect-error a callback that takes no valve cannot be held back
toReadable(() => employees);
// @ts-expect-error it is the stream's own, and made by toReadable
toReadable(employees);

// undiciTransport takes every dispatcher of undici.
const baseURL = 'https://objects.example.com';
expectTypeOf(
  undiciTransport({ baseURL, timeout: 1, maxResponseBytes: 1 }),
).toEqualTypeOf<Transport>();
undiciTransport({ baseURL, dispatcher: new Agent() });
undiciTransport({ baseURL, dispatcher: new Agent().compose(interceptors.retry()) });
undiciTransport({ baseURL, dispatcher: new Pool(baseURL) });
undiciTransport({ baseURL, dispatcher: new ProxyAgent(baseURL) });
undiciTransport({ baseURL, dispatcher: new EnvHttpProxyAgent() });
undiciTransport({ baseURL, dispatcher: new MockAgent() });
undiciTransport({ baseURL, dispatcher: new OldAgent() });
// @ts-expect-error an address is needed
undiciTransport({});
// @ts-expect-error an agent of node:http sends nothing by itself
undiciTransport({ baseURL, dispatcher: new HttpAgent() });
