import { type Either, isLeft, right } from 'fp-ts/Either';
import { isNone } from 'fp-ts/Option';
import { type DeltaToken, readDelta, writeDelta } from '../../model/DeltaToken';
import type { PageFailure } from '../../model/errors/WalkError';
import { parseExact } from '../../model/json/parseExact';
import { type Draft, draftText, type Slot } from '../../model/paging/draft';
import type { Broken } from '../../model/paging/envelope';
import type { Param } from '../../model/paging/scheme';
import type { Answer, Source } from '../../model/paging/sources';
import { fnvOf } from '../../model/fnv';
import { addressSlot, secretsInLink, splitAddress } from '../slots/address';
import { byAddress } from './byAddress';
import { cursorParts } from './cursorParts';
import { put } from './requests';
import type { PageNaming, Refuse } from './Rule';
import { addressText, jsonText } from './tokenText';
import { tokensOf } from './tokens';

/** How an endpoint says where its tokens are that ask for what has changed. */
export interface Delta {
  readonly from: Source;
  readonly to?: Slot | undefined;
}

/** A cursor joins the query of the address: it must not stay a part of the path. */
const addressFields: typeof addressSlot = {
  ...addressSlot,
  write: (draft, address) => {
    const { path, query } = splitAddress(String(address));
    draft.query.clear();
    for (const [name, text] of query) draft.query.set(name, text);
    return (draft.path = path);
  },
};

/** Such a token names what has changed as a cursor or a link names a page. */
const namingOf = ({ from, to }: Delta, anyOrigin: boolean): PageNaming<unknown> =>
  to
    ? cursorParts(from, to)
    : { ...byAddress(from, anyOrigin), sent: (address) => [[addressFields, address]] };

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
  readonly begin: (refuse: Refuse) => ReadonlyArray<string>;
}

/** The tokens of an endpoint: of each walk, whose first request is this so far. `fitsForm` is that of `tokensOf`. */
export const deltaOf = (
  delta: Delta,
  name: string,
  anyOrigin: boolean,
  fitsForm: (draft: Draft) => boolean,
) => {
  const { to } = delta;
  const naming = namingOf(delta, anyOrigin);
  const { cursorOf, problemOf, next } = tokensOf(naming, jsonText, fitsForm);

  return (draft: Draft): DeltaWalk => {
    const asked = draftText({ ...draft, method: 'GET' }).url;
    const owner = fnvOf(JSON.stringify([name, draft.method, draft.path]));
    const secretsOf = (json: string): ReadonlyArray<string> =>
      to ? jsonText.secretsOf(json, asked) : secretsInLink(String(parseExact(json)), asked);
    return {
      read: (answer) => {
        const found = naming.find(answer);
        if (isLeft(found)) return found;
        const token = next(found.right.next);
        if (isLeft(token)) return right({ broken: token.left });
        if (isNone(token.right)) return right({});
        const json = token.right.value;
        return right({ delta: writeDelta(owner, json), secrets: secretsOf(json) });
      },
      begin: (refuse) => {
        const [of, json] = readDelta(draft.delta) ?? [];
        if (json === undefined) return [];
        if (of !== '' && of !== owner) {
          refuse('delta', 'belongs to another endpoint, path or path param');
          return [];
        }
        const cursor = cursorOf(json);
        if (isNone(cursor) || problemOf(json) !== undefined) {
          const where = to ? `cannot be sent in ${to.label}` : addressText.refusal;
          refuse('delta', where);
          return [];
        }
        put(draft, naming.sent(cursor.value));
        return secretsOf(json);
      },
    };
  };
};
