import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { lastValueFrom, tap, toArray } from 'rxjs';
import {
  axiosTransport,
  bearer,
  createClient,
  endpoint,
  listObjects,
  searchObjects,
} from '../../src/index';
import type { Transport } from '../../src/index';
import { createWorld } from '../../src/service/core/World';
import { openServer } from '../../src/service/http/openServer';
import type { Fault, Service, ServiceOptions } from '../../src/service/index';
import type { ServiceScheme } from '../../src/service/pages/ServiceScheme';
import { memoryService } from '../../src/testing/index';
import { schemes } from '../service/support/schemes';
import { withThings } from '../service/support/things';
import { inVirtualTime } from '../support/inVirtualTime';
import type { PageStream } from '../support/pages';

type Handles = Omit<Service, 'url' | 'close'>;

/** A fault of every kind: one that is missing here does not compile. */
const faults: { readonly [Type in Fault['type']]: Extract<Fault, { readonly type: Type }> } = {
  'expire-token': { type: 'expire-token', at: 2 },
  unauthorized: { type: 'unauthorized', at: 2 },
  throttle: { type: 'throttle', probability: 0.5, retryAfter: 7 },
  unavailable: { type: 'unavailable', at: 2 },
  delay: { type: 'delay', ms: 40, every: 2 },
  'reset-before': { type: 'reset-before', at: 2 },
  'reset-during': { type: 'reset-during', every: 3 },
  trickle: { type: 'trickle', ms: 100, every: 1 },
  truncate: { type: 'truncate', at: 2 },
  html: { type: 'html', at: 2 },
  'repeat-token': { type: 'repeat-token', at: 1 },
  'repeat-page': { type: 'repeat-page', at: 1 },
  'cycle-tokens': { type: 'cycle-tokens', pages: 2 },
  'empty-page': { type: 'empty-page', every: 2 },
  'empty-token': { type: 'empty-token', at: 2 },
  'null-token': { type: 'null-token' },
  'corrupt-object': { type: 'corrupt-object', every: 1 },
  'ignore-maximum': { type: 'ignore-maximum' },
  'skip-authentication': { type: 'skip-authentication' },
};

/** Headers that a connection has, and no answer. */
const ofConnections = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Every answer to the walks of a service by list, by search and by its scheme. */
const answersOf = (transport: Transport, service: Handles, scheme: ServiceScheme) => {
  const answers: Array<unknown> = [];
  const recorded: Transport = (request) =>
    transport(request).pipe(
      tap((result) => {
        if (E.isLeft(result)) return answers.push(result.left._tag);
        const { status, headers, body } = result.right;
        // In memory there is no host, and links are relative.
        const shown = Object.entries(headers).map(([name, value]) => [
          name,
          value.replace(/http:[\w./]+:\d+/, ''),
        ]);
        const own = shown.filter(([name = '']) => !ofConnections.includes(name));
        return answers.push({ status, headers: Object.fromEntries(own.sort()) as object, body });
      }),
    );
  const client = createClient({
    transport: recorded,
    auth: bearer(service.token),
    retry: (_, attempts) => (attempts < 3 ? O.some(0) : O.none),
  });
  const { ontologyRid, objectType, apiFamily } = service;
  const own = endpoint({ name: scheme, method: 'GET', path: '/api/{type}', ...schemes[scheme] });
  const walks: ReadonlyArray<PageStream<unknown>> = [
    client.pages(listObjects, { ontologyRid, objectType, pageSize: 4, snapshot: true }),
    client.pages(searchObjects, {
      apiFamily,
      objectType,
      query: { type: 'gt', field: 'id', value: 1 },
    }),
    client.pages(own, { type: objectType }),
    client.pages(listObjects, { ontologyRid, objectType: 'other' }),
  ];
  return { answers, walks };
};

const throughMemory = (options: ServiceOptions, scheme: ServiceScheme) => {
  let answers: ReadonlyArray<unknown> = [];
  inVirtualTime(() => {
    const service = memoryService(options);
    const asked = answersOf(service.transport, service, scheme);
    ({ answers } = asked);
    const [first, ...others] = asked.walks;
    // One after the other, as over HTTP.
    const next = (): unknown => others.shift()?.subscribe({ complete: next });
    first?.subscribe({ complete: next });
  });
  return answers;
};

const throughHttp = async (options: ServiceOptions, scheme: ServiceScheme) => {
  let time = 0;
  const clock = { now: () => time, pause: (ms: number) => Promise.resolve((time += ms)) };
  const world = createWorld('throughHttp', options);
  const { url, close } = await openServer(world, clock);
  const { answers, walks } = answersOf(axiosTransport({ baseURL: url }), world.handles, scheme);
  for (const walk of walks) await lastValueFrom(walk.pipe(toArray()));
  await close();
  return answers;
};

describe('law 29: one service, two doors: the same requests at the same times have the same answers', () => {
  const cases: ReadonlyArray<readonly [string, ServiceOptions]> = [
    ['no fault', {}],
    [
      'other options',
      { lastPage: 'mixed', totalCount: true, pageSizeDrift: 1, searchLimit: 4, protectList: true },
    ],
    ...Object.values(faults).map((fault) => [JSON.stringify(fault), { faults: [fault] }] as const),
  ];
  for (const [title, options] of cases) {
    it(title, async () => {
      for (const scheme of Object.keys(schemes) as ReadonlyArray<ServiceScheme>) {
        const all = {
          ...withThings(5),
          seed: 7,
          token: 'secret',
          maxPageSize: 2,
          scheme,
          ...options,
        };
        const answers = throughMemory(all, scheme);
        expect(answers).to.have.length.above(4);
        expect(await throughHttp(all, scheme)).to.deep.equal(answers);
      }
    });
  }
});
