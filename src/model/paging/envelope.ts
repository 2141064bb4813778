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
import type { Revision } from '../endpoints/endpoint';
import { PageToken } from '../PageToken';
import type { BrokenRule } from '../errors/WalkError';

/** What a page says of the next one: a token, that there is none, or something that breaks a rule. */
export type NextPage = Either<BrokenRule, Option<PageToken>>;

/** A page whose records have not been looked at yet. */
export interface Envelope {
  readonly data: ReadonlyArray<unknown>;
  readonly next: NextPage;
  /** Whatever else the page says, as it came. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The page response envelope as it travels (seed 2.1). */
const WireEnvelope = intersection(
  [object({ data: UnknownArray }), partial({ nextPageToken: union([string, nullType], 'string or null') })],
  'Envelope',
);

type WireEnvelope = TypeOf<typeof WireEnvelope>;

/** The last-page rule of each revision (seed 2.1 rules 1 and 2, seed 9). */
const nextPage = (revision: Revision, token: WireEnvelope['nextPageToken']): NextPage =>
  token === undefined
    ? right(none)
    : token === null
      ? revision === '1.0'
        ? right(none)
        : left('NullToken')
      : PageToken.is(token)
        ? right(some(token))
        : left('EmptyToken');

/**
 * Reads a page of a revision. It refuses what is no page at all; a token that breaks a rule does not make the page
 * unreadable, it is kept as a value, so that the objects come first and the complaint after them (law 7).
 */
export const readEnvelope =
  (revision: Revision) =>
  (input: unknown): Validation<Envelope> => {
    // An intersection that decodes copies what it reads; `is` does not, and nearly every page passes it.
    const envelope = WireEnvelope.is(input) ? success(input) : WireEnvelope.decode(input);
    if (isLeft(envelope)) return envelope;
    const fields: Partial<WireEnvelope> = envelope.right;
    const { data, nextPageToken } = envelope.right;
    // What was parsed is nobody else's, and a copy of a million fields would take longer than to parse them (law 22).
    delete fields.data;
    delete fields.nextPageToken;
    return success({ data, next: nextPage(revision, nextPageToken), fields });
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
