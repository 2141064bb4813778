import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import type * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { type Checked, invalid, serviceError } from '../answers/ServiceError';

type Body = Readonly<Record<string, unknown>>;

/** The fields of a body; of one that has more bytes than are allowed, nothing is read. */
export const parseBody = (bytes: O.Option<Uint8Array>, maxBytes: number): Checked<Body> =>
  pipe(
    bytes,
    E.fromOption(() => serviceError(413, 'RequestBodyTooLarge', { maxBytes })),
    E.chain((found) =>
      pipe(
        E.tryCatch(
          (): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(found)),
          () => 'is not JSON',
        ),
        E.filterOrElse(t.UnknownRecord.is, () => 'is not a JSON object'),
        E.mapLeft((message) => invalid('body', { problems: [{ at: 'the body', message }] })),
      ),
    ),
  );
