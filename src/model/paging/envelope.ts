import { type Either, isLeft, left, match, right } from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { type Option, match as matchOption, none, some } from 'fp-ts/Option';
import {
  type TypeOf,
  UnknownArray,
  type Validation,
  intersection,
  null as nullType,
  partial,
  string,
  success,
  type as object,
  union,
} from 'io-ts';
import type { Endpoint } from '../endpoints/endpoint';
import { PageToken } from '../PageToken';
import type { BrokenRule } from '../errors/WalkError';
import { isSendable } from './writePart';

/** What a page says about the next one: a token, that there is none, or something that breaks a rule. */
export type NextPage = Either<BrokenRule, Option<PageToken>>;

/** What decides how a page is read. */
type Conventions = Pick<Endpoint, 'revision' | 'pageTokenIn'>;

/** A page whose records have not been looked at yet. */
export interface Envelope {
  readonly data: ReadonlyArray<unknown>;
  readonly next: NextPage;
  /** Every other field of the page, as it came. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The page response envelope as it travels (seed 2.1). */
const WireEnvelope = intersection(
  [object({ data: UnknownArray }), partial({ nextPageToken: union([string, nullType], 'string or null') })],
  'Envelope',
);

type WireEnvelope = TypeOf<typeof WireEnvelope>;

/** The last-page rule of each revision (seed 2.1 rules 1 and 2, seed 9). */
const nextPage = ({ revision, pageTokenIn }: Conventions, token: WireEnvelope['nextPageToken']): NextPage => {
  if (token === undefined || (token === null && revision === '1.0')) return right(none);
  if (!PageToken.is(token)) return left(token === null ? 'NullToken' : 'EmptyToken');
  return isSendable(pageTokenIn, token) ? right(some(token)) : left('UnsendableToken');
};

/**
 * Reads a page of an endpoint. It refuses what is not a page. A token that breaks a rule does not make the page unreadable:
 * the broken rule is kept as a value, so that the objects come first and the complaint after them (law 7).
 */
export const readEnvelope =
  (conventions: Conventions) =>
  (input: unknown): Validation<Envelope> => {
    // An intersection that decodes copies what it reads; `is` does not, and nearly every page passes it.
    const envelope = WireEnvelope.is(input) ? success(input) : WireEnvelope.decode(input);
    if (isLeft(envelope)) return envelope;
    const fields: Partial<WireEnvelope> = envelope.right;
    const { data, nextPageToken } = envelope.right;
    // What was parsed is nobody else's, and a copy of a million fields would take longer than to parse them (law 22).
    delete fields.data;
    delete fields.nextPageToken;
    return success({ data, next: nextPage(conventions, nextPageToken), fields });
  };

/** A page as a service sends it; where its token breaks a rule, with a null or an empty one. */
export const writeEnvelope = ({ data, next, fields }: Envelope): WireEnvelope => ({
  ...fields,
  data: [...data],
  ...pipe(
    next,
    match(
      (rule): Partial<WireEnvelope> => ({ nextPageToken: rule === 'NullToken' ? null : '' }),
      matchOption(
        () => ({}),
        (nextPageToken) => ({ nextPageToken }),
      ),
    ),
  ),
});
