import { type Either, isLeft, left } from 'fp-ts/Either';
import type { Endpoint } from '../endpoints/endpoint';
import { type Envelope, readEnvelope } from './envelope';
import type { HttpResponse } from '../http';
import { problemsOf } from '../errors/problemsOf';
import type { PageFailure, Problem } from '../errors/WalkError';

const unreadable = (problems: ReadonlyArray<Problem>): Either<PageFailure, never> =>
  left({ _tag: 'InvalidEnvelope', problems });

/** Reads a successful response as a page of the endpoint's revision; its records are read later, one by one. */
export const readPage = (endpoint: Endpoint): ((response: HttpResponse) => Either<PageFailure, Envelope>) => {
  const read = readEnvelope(endpoint);
  return ({ body }) => {
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return unreadable([{ at: 'the body', message: 'is not JSON' }]);
    }
    const envelope = read(json);
    return isLeft(envelope) ? unreadable(problemsOf('', envelope.left)) : envelope;
  };
};
