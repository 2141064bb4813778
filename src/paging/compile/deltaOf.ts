import { type Either, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some, tryCatch } from 'fp-ts/Option';
import { type DeltaToken, readDelta, writeDelta } from '../../model/DeltaToken';
import type { Answer, Source } from '../../model/paging/sources';
import type { Param } from '../../model/paging/scheme';
import type { Broken } from '../../model/paging/envelope';
import type { Draft, Slot } from '../../model/paging/draft';
import { type PageFailure, unreadable } from '../../model/errors/WalkError';
import { cursorSecrets } from '../../model/secrets/jsonSecrets';
import { parseExact } from '../../model/json/parseExact';
import { tooLong } from '../../model/PageToken';
import { digest } from '../../model/place/placeInternals';
import { isWellFormed } from '../../model/text';
import { belowBase, isAddress, secretsInLink, splitAddress } from '../slots/address';
import { cursorParts, written } from './cursorParts';
import { isAbsent, wrong } from './signals';

/** How an endpoint says where its tokens are that ask for what has changed. */
export interface Delta {
  readonly from: Source;
  readonly to?: Slot | undefined;
}

/** What a page has: the token as JSON, or the rule that it breaks; none where it has no token. */
type Found = Either<PageFailure, Option<Either<Broken, string>>>;

/** Reads and writes such tokens: in a slot, or as the address of a link. */
interface Tokens {
  readonly find: (answer: Answer) => Found;
  readonly isSent: (value: unknown) => boolean;
  readonly write: (draft: Draft, value: unknown) => void;
  readonly secretsOf: (value: unknown, asked: string) => ReadonlyArray<string>;
}

const unsendable = right(some(left({ rule: 'UnsendableToken' } as const)));

const inSlot = (from: Source, to: Slot): Tokens => {
  const { find, isCursor, sent } = cursorParts(from, to);
  return {
    find: (answer) => {
      const { cursor, problems } = find(answer);
      if (problems.length > 0) return unreadable(problems);
      if (cursor === undefined) return right(none);
      const json = tryCatch(() => written(cursor));
      return isSome(json) && json.value !== undefined ? right(some(right(json.value))) : unsendable;
    },
    isSent: isCursor,
    write: (draft, value) => {
      for (const [slot, part] of sent(value)) slot.write(draft, part);
    },
    secretsOf: cursorSecrets,
  };
};

const asLink = (from: Source, anyOrigin: boolean): Tokens => ({
  find: (answer) => {
    const target = from.read(answer);
    if (isAbsent(target)) return right(none);
    if (typeof target !== 'string') return wrong(from, 'a string', target);
    if (!isWellFormed(target)) return unsendable;
    const address = belowBase(target, answer, anyOrigin);
    return right(
      some(address === undefined ? left({ rule: 'ForeignLink' }) : right(JSON.stringify(address))),
    );
  },
  isSent: (value) => typeof value === 'string' && isAddress(value),
  // A cursor joins its query: it must not stay a part of the path.
  write: (draft, value) => {
    const { path, query } = splitAddress(String(value));
    draft.path = path;
    draft.query.clear();
    for (const [name, text] of query) draft.query.set(name, text);
  },
  secretsOf: (value, asked) => secretsInLink(String(value), asked),
});

/** The param of a walk. Its token is written when the path that it must belong to is known. */
export const deltaParam: Param = {
  problemOf: (value, { pageToken }) => {
    if (value === undefined) return '';
    if (!readDelta(value)) return 'must be a delta token: page.delta, or what deltaToken(…) made';
    return pageToken ? 'excludes pageToken' : '';
  },
  write: (draft, value) => (draft.delta = value as DeltaToken | undefined),
};

/** The token of a page, or the rule that it breaks. */
export type ReadDelta = (
  answer: Answer,
) => Either<PageFailure, { delta?: DeltaToken; secrets?: ReadonlyArray<string>; broken?: Broken }>;

/** The tokens of one walk: how they are read, and how its first request asks from one. */
interface DeltaWalk {
  readonly read: ReadDelta;
  /** Makes the first request one that asks from the token that it carries, and gives what is secret of it. */
  readonly begin: (refuse: (at: string, message: string) => void) => ReadonlyArray<string>;
}

/** The tokens of an endpoint: of each walk, whose first request is this so far. `fits` says whether a request can be sent with one. */
export const deltaOf = ({ from, to }: Delta, name: string, anyOrigin: boolean) => {
  const { find, isSent, write, secretsOf } = to ? inSlot(from, to) : asLink(from, anyOrigin);
  return (draft: Draft, fits: (write: (scratch: Draft) => void) => boolean): DeltaWalk => {
    const asked = [
      draft.path,
      ...(draft.query.size > 0 ? [[...draft.query.values()].join('&')] : []),
    ].join('?');
    const owner = digest(JSON.stringify([name, draft.method, draft.path]));
    const canSend = (json: string): boolean => {
      const value = tryCatch(() => parseExact(json));
      return (
        !tooLong(json) &&
        isSome(value) &&
        isSent(value.value) &&
        fits((scratch) => write(scratch, value.value))
      );
    };
    return {
      read: (answer) => {
        const found = find(answer);
        if (found._tag === 'Left') return found;
        if (isNone(found.right)) return right({});
        const json = found.right.value;
        if (json._tag === 'Left') return right({ broken: json.left });
        if (!canSend(json.right)) return right({ broken: { rule: 'UnsendableToken' } });
        return right({
          delta: writeDelta(owner, json.right),
          secrets: secretsOf(parseExact(json.right), asked),
        });
      },
      begin: (refuse) => {
        const [of, json] = readDelta(draft.delta) ?? [];
        if (json === undefined) return [];
        if (of !== '' && of !== owner)
          refuse('delta', 'belongs to another endpoint, path or path param');
        else if (!canSend(json))
          refuse(
            'delta',
            to ? `cannot be sent in ${to.label}` : 'is not an address below the base address',
          );
        else {
          write(draft, parseExact(json));
          return secretsOf(parseExact(json), asked);
        }
        return [];
      },
    };
  };
};
