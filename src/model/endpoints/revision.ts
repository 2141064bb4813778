import { isLeft, left, right } from 'fp-ts/Either';
import { isSome, none, some } from 'fp-ts/Option';
import {
  type TypeOf,
  UnknownArray,
  intersection,
  partial,
  refinement,
  type as object,
  unknown,
} from 'io-ts';
import { problemsOf } from '../errors/problemsOf';
import { unreadable } from '../errors/WalkError';
import { PageToken, tooLong } from '../PageToken';
import { illFormed, isWellFormed } from '../text';
import { copyOf, draftText } from '../paging/draft';
import { type FieldPart, fieldWriter } from './fields';
import type { Revision, Scheme } from '../paging/scheme';
import type { NextPage } from '../paging/envelope';

/** Not a `union`, which would bring a kilobyte of what takes unions apart by their tags. */
const StringOrNull = refinement(
  unknown,
  (u): u is string | null => u === null || typeof u === 'string',
  'string or null',
);

/** The page response envelope as it travels. */
const WireEnvelope = intersection([
  object({ data: UnknownArray }),
  partial({ nextPageToken: StringOrNull }),
]);

type WireEnvelope = TypeOf<typeof WireEnvelope>;

/** Whether an envelope has fields beside those of the conventions. */
const hasOthers = (envelope: object): boolean =>
  Object.keys(envelope).length > ('nextPageToken' in envelope ? 2 : 1);

/**
 * The scheme of a revision: a token in the envelope, which goes back as `pageToken`. One that breaks a rule does not make the page
 * unreadable: the objects come first, and the complaint after them (law 7).
 */
export const revisionScheme = (revision: Revision, part: FieldPart): Scheme => {
  const write = fieldWriter(part, 'pageToken');
  // A query string is UTF-8, which has no way to write half a surrogate pair; JSON has one.
  const problemOf = (token: string): string | undefined =>
    tooLong(token) ?? (part === 'body' || isWellFormed(token) ? undefined : illFormed);
  /** The last-page rule of each revision. */
  const nextPage = (token: WireEnvelope['nextPageToken']): NextPage => {
    if (token === undefined || (token === null && revision === '1.0')) return right(none);
    if (!PageToken.is(token)) return left({ rule: token === null ? 'NullToken' : 'EmptyToken' });
    return problemOf(token) ? left({ rule: 'UnsendableToken' }) : right(some(token));
  };

  return {
    label: '',
    read: ({ body }) => {
      // An intersection that decodes copies what it reads; `is` does not, and nearly every page passes it.
      const envelope = WireEnvelope.is(body) ? right(body) : WireEnvelope.decode(body);
      if (isLeft(envelope)) return unreadable(problemsOf('', envelope.left));
      const fields: Partial<WireEnvelope> = envelope.right;
      const { data, nextPageToken } = envelope.right;
      const next = nextPage(nextPageToken);
      // Most pages have nothing else, and to delete takes long.
      if (!hasOthers(fields)) return right({ data, next, fields: {} });
      // Nothing else uses what was parsed, and a copy of a million fields would take longer than to parse them (law 22).
      delete fields.data;
      delete fields.nextPageToken;
      return right({ data, next, fields });
    },
    requestFor: (first, pageToken) => {
      const draft = copyOf(first);
      if (isSome(pageToken)) write(draft, pageToken.value);
      return draftText(draft);
    },
    tokens: { problemOf },
  };
};
