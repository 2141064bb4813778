import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { of } from 'rxjs';
import { type Client, createClient, type ObjectRecord, type WalkError } from '../../../src/index';
import { collect } from '../../support/collect';

export type Answer = readonly [status: number, body: string];

export const list = { ontologyRid: 'ri.o', objectType: 'thing' };
export const search = { apiFamily: 'demo', objectType: 'thing' };

/** A client whose n-th request gets the n-th of these texts. */
export const clientOf = (...answers: ReadonlyArray<Answer>): Client => {
  let requests = 0;
  return createClient({
    transport: () => {
      const [status, body] = answers[requests++] ?? expect.fail('a request nobody scripted');
      return of(E.right({ status, headers: {}, body }));
    },
    retry: false,
  });
};

/** The one value that a walk makes of one answer; an exception fails the spec. */
export const only = async (
  answer: Answer,
  codec: t.Mixed = t.UnknownRecord,
): Promise<E.Either<WalkError, ObjectRecord<unknown>>> => {
  const properties: t.Type<unknown> = codec;
  const [result, ...others] = await collect(clientOf(answer).list({ ...list, properties }));
  expect(others).to.deep.equal([]);
  return result ?? expect.fail('nothing came');
};

/** A page of one object with these properties. */
export const objectWith = (properties: string): Answer => [
  200,
  `{"data":[{"properties":${properties}}]}`,
];
