import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { defer, tap } from 'rxjs';
import { axiosTransport, type HttpResponse } from '../../../src/index';
import type { Fault, Service } from '../../../src/service/index';
import type { Script, Trouble } from './Script';
import type { Done } from './serve';
import { type Scene, type Stage, stageOf } from './Stage';
import { propertiesOf } from './Thing';

const every = 1;

/** The fault of the reference service that makes a trouble befall the next request. */
const faults: Readonly<Record<Trouble, Fault>> = {
  throttled: { type: 'throttle', every },
  unavailable: { type: 'unavailable', every },
  'reset-before': { type: 'reset-before', every },
  'reset-during': { type: 'reset-during', every },
  'timed-out': { type: 'delay', every, ms: 60_000 },
  truncated: { type: 'truncate', every },
  closed: { type: 'unavailable', every, retryAfter: 3_600 },
  refused: { type: 'unauthorized', every },
  expired: { type: 'expire-token', ms: 0 },
  hollow: { type: 'empty-page', every },
};

const apply = ({ store, objectType }: Service, { type, index, item }: Done): void => {
  if (type === 'delete') store.delete(objectType, index);
  else if (item !== undefined && type === 'insert') store.insert(objectType, propertiesOf(item), index);
  else if (item !== undefined) store.update(objectType, index, () => propertiesOf(item));
};

interface Body {
  readonly data: ReadonlyArray<unknown>;
  readonly nextPageToken?: string | null;
}

/** Holds a page of the service against the one that the model has of it, and learns its token. */
const check = ({ answer, learn }: Scene, { status, body }: HttpResponse): void => {
  if (answer.type !== 'page') return;
  expect(status, body).to.equal(200);
  const { data, nextPageToken } = JSON.parse(body) as Body;
  expect(data).to.deep.equal(answer.items.map((item) => ({ properties: propertiesOf(item) })));
  expect(typeof nextPageToken === 'string').to.equal(answer.next !== undefined);
  if (typeof nextPageToken === 'string' && answer.next !== undefined) learn(nextPageToken, answer.next);
};

/** A stage whose service is the reference service, over real HTTP. */
export const serviceStage = (script: Script, service: Service, fail: (error: unknown) => void): Stage => {
  const patient = axiosTransport({ baseURL: service.url, timeout: 10_000 });
  const hasty = axiosTransport({ baseURL: service.url, timeout: 20 });
  return stageOf(script, (scene) =>
    defer(() => {
      for (const change of scene.changes) apply(service, change);
      service.setFaults(scene.trouble === undefined ? [] : [faults[scene.trouble]]);
      return (scene.trouble === 'timed-out' ? hasty : patient)(scene.request);
    }).pipe(
      tap((exchange) => {
        try {
          if (E.isRight(exchange)) check(scene, exchange.right);
        } catch (error) {
          // The client would take it for a failure of the network.
          fail(error);
        }
      }),
    ),
  );
};
