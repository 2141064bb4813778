import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { isNone } from 'fp-ts/Option';
import type { Endpoint } from '../endpoints/endpoint';
import { type Envelope, readEnvelope } from './envelope';
import type { HttpResponse } from '../http';
import { problemsOf } from '../errors/problemsOf';
import type { PageFailure, Problem } from '../errors/WalkError';
import { isSendable } from './writePart';

const unreadable = (problems: ReadonlyArray<Problem>): Either<PageFailure, never> =>
  left({ _tag: 'InvalidEnvelope', problems });

/** Reads a successful response as a page of the endpoint's revision; its records are read later, one by one. */
export const readPage = ({
  revision,
  pageTokenIn,
}: Endpoint): ((response: HttpResponse) => Either<PageFailure, Envelope>) => {
  const read = readEnvelope(revision);
  return ({ body }) => {
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return unreadable([{ at: 'the body', message: 'is not JSON' }]);
    }
    const envelope = read(json);
    if (isLeft(envelope)) return unreadable(problemsOf('', envelope.left));
    const { next } = envelope.right;
    return isLeft(next) || isNone(next.right) || isSendable(pageTokenIn, next.right.value)
      ? envelope
      : right({ ...envelope.right, next: left('UnsendableToken') });
  };
};
