import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { parseWhole } from '../../model/json/parseWhole';
import { type Checked, invalid, serviceError } from '../answers/ServiceError';

type Body = Readonly<Record<string, unknown>>;

const wrong = (message: string): Checked<never> => E.left(invalid('body', { problems: [{ at: 'the body', message }] }));

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The fields of a body; of one that has more bytes than are allowed, nothing is read. */
export const parseBody = (bytes: O.Option<Uint8Array>, maxBytes: number): Checked<Body> => {
  if (O.isNone(bytes)) return E.left(serviceError(413, 'RequestBodyTooLarge', { maxBytes }));
  try {
    const body = parseWhole(decoder.decode(bytes.value));
    return t.UnknownRecord.is(body) ? E.right(body) : wrong('is not a JSON object');
  } catch (error) {
    return wrong(error instanceof RangeError ? 'holds an integer of more than 1,000 digits' : 'is not JSON');
  }
};
