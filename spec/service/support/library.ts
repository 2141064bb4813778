import * as E from 'fp-ts/Either';
import { axiosTransport, bearer, createClient } from '../../../src/index';
import type { Client, WalkError, ObjectRecord } from '../../../src/index';
import type { Properties, Service } from '../../../src/service/index';
import { collect } from '../../support/collect';
import { inMemory } from './withDoors';
import type { ObjectStream } from '../../support/pages';

/** The library's client of a service. */
export const clientOf = ({ url, token }: Service, timeout = 5_000): Client =>
  createClient({
    transport: inMemory.get(url) ?? axiosTransport({ baseURL: url, timeout }),
    auth: bearer(token),
    retry: false,
  });

/** The first type of a service, listed. */
export const listOf = (
  service: Service,
  timeout?: number,
): ObjectStream<ObjectRecord<Properties>> =>
  clientOf(service, timeout).list({
    ontologyRid: service.ontologyRid,
    objectType: service.objectType,
  });

/** The first type of a service, searched. */
export const searchOf = (
  service: Service,
  timeout?: number,
): ObjectStream<ObjectRecord<Properties>> =>
  clientOf(service, timeout).search({
    apiFamily: service.apiFamily,
    objectType: service.objectType,
  });

/** How a walk went: the ids that it brought, and its errors in their order. */
export interface Walked {
  readonly ids: ReadonlyArray<unknown>;
  readonly errors: ReadonlyArray<WalkError>;
}

export const walked = async (stream: ObjectStream<ObjectRecord<Properties>>): Promise<Walked> => {
  const results = await collect(stream);
  return {
    ids: results.filter(E.isRight).map(({ right }) => right.properties.id),
    errors: results.filter(E.isLeft).map(({ left }) => left),
  };
};
