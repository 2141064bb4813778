import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { Endpoint } from './endpoint';
import { type Envelope, type NextPage, readEnvelope } from './envelope';
import type { HttpResponse } from './http';
import { problemsOf } from './problemsOf';
import type { PageFailure } from './WalkError';
import { isSendable } from './writePart';

const parse = ({ body }: HttpResponse): E.Either<PageFailure, unknown> =>
  E.tryCatch(
    (): unknown => JSON.parse(body),
    () => ({
      _tag: 'InvalidEnvelope',
      problems: [{ at: 'the body', message: 'is not JSON' }],
    }),
  );

const checkSendable = (place: Endpoint['pageTokenIn'], next: NextPage): NextPage =>
  E.isLeft(next) || O.isNone(next.right) || isSendable(place, next.right.value) ? next : E.left('UnsendableToken');

/** Reads a successful response as a page of the endpoint's revision; its records are read later, one by one. */
export const readPage = (endpoint: Endpoint): ((response: HttpResponse) => E.Either<PageFailure, Envelope>) => {
  const read = readEnvelope(endpoint.revision);
  return (response) =>
    pipe(
      parse(response),
      E.chain((json) =>
        pipe(
          read(json),
          E.mapLeft((errors): PageFailure => ({ _tag: 'InvalidEnvelope', problems: problemsOf('', errors) })),
        ),
      ),
      E.map(({ data, next }) => ({ data, next: checkSendable(endpoint.pageTokenIn, next) })),
    );
};
