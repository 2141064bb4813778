import { type Either, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome } from 'fp-ts/Option';
import { UnknownRecord } from 'io-ts';
import type { DeltaToken } from '../../model/DeltaToken';
import { messageIn, wordPaths } from '../../model/errors/messageIn';
import { type PageFailure, unreadable } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import type { Broken, Envelope, NextPage } from '../../model/paging/envelope';
import type { Answer } from '../../model/paging/sources';
import type { PlaceTraits } from '../../model/place/PlaceShape';
import { cursorSecrets } from '../../model/secrets/jsonSecrets';
import { redacting } from '../../model/secrets/redact';
import { at } from '../slots/at';
import type { ReadDelta } from './deltaOf';
import type { Description } from './describing';
import { elsewhere, fieldsBeside, partialIn, totalsIn } from './elsewhere';
import { type ReadItems, isSaid, itemsIn } from './itemsIn';
import {
  type Following,
  lastPage,
  type NamedRule,
  type Next,
  repeatedPage,
  type RuledPage,
} from './Rule';
import type { CursorTokens } from './tokens';

/** What is said there: a text itself, or in it as in the body of an error; of a list, in its first entry (law 33). */
export const wordsOfErrors = (errors: unknown): string | undefined => {
  const entry = Array.isArray(errors) ? (errors[0] as unknown) : errors;
  return typeof entry === 'string' && entry ? entry : messageIn(entry, `${wordPaths} info`);
};

/** What is known of a walk when its first request is. */
export interface Begun<C> {
  /** The cursor that request 1 carries. */
  readonly start: Option<C>;
  readonly isFromMiddle: boolean;
  readonly readDelta?: ReadDelta | undefined;
  /** What is secret of the token that it asks from. */
  readonly secrets: ReadonlyArray<string>;
}

const nothing: NonNullable<Envelope['beside']> = {};

const besideOf = (
  total: number | undefined,
  delta: DeltaToken | undefined,
): NonNullable<Envelope['beside']> => {
  if (delta === undefined) return total === undefined ? nothing : { total };
  return total === undefined ? { delta } : { total, delta };
};

/** What durable walks have to know of every page of an endpoint, whatever its response is. */
export const traitsOf = (
  { numbered }: { readonly numbered?: unknown },
  { delta }: Pick<Description, 'delta'>,
): PlaceTraits => ({
  ...(numbered !== undefined && { isCounted: true }),
  ...(delta && { hasDelta: true }),
});

/** How the responses of all walks over an endpoint are read: what a page has, what follows it, and what it says beside that. */
export const readingBy = <C>(
  { rule, sources = [], partIn, marks }: NamedRule<C>,
  { items = at('data'), errors, delta, checkEnd = true }: Description,
  next: CursorTokens<C>['next'],
  traits: PlaceTraits,
) => {
  const lookElsewhere = elsewhere({ sources, delta: delta?.from, partIn });
  const tokenSources = delta ? [...sources, delta.from] : sources;

  /** What a response that is not a page says. It may repeat the tokens that it brings, which nobody has read. */
  const said = (answer: Answer, words: string | undefined): { readonly message?: string } => {
    if (words === undefined) return {};
    const secrets = tokenSources.flatMap((source) => cursorSecrets(source.read(answer)));
    return { message: redacting()(secrets)(words) };
  };

  const itemsOf = (answer: Answer): Either<PageFailure, ReadItems> => {
    const error = errors?.read(answer);
    if (isSaid(error)) {
      const { status } = answer;
      return left({ _tag: 'HttpFailure', status, ...said(answer, wordsOfErrors(error)) });
    }
    const found = itemsIn(items, errors !== undefined, answer);
    return isRight(found) ? found : unreadable([found.left], said(answer, messageIn(answer.body)));
  };

  /** What the rule makes of a page. Its items may be those of the page before: then it breaks a rule, or is not another page. */
  const followingOf = (page: RuledPage<C>, before: Option<C>, isRepeated: boolean): Next<C> => {
    const meaning = isRepeated ? rule.onRepeat?.(before) : 'count';
    if (meaning === 'error') return repeatedPage;
    return meaning === 'last' ? lastPage({ repeats: true }) : rule.next(page, before, isRepeated);
  };

  /** What follows a page, unless the page says elsewhere that there is more, or its token of changes is broken. */
  const nextOf = (
    following: Following<C>['next'],
    at: string | undefined,
    broken: Broken | undefined,
    mark: string,
  ): NextPage => {
    if (at !== undefined) return left({ rule: 'MoreElsewhere', at });
    const page = next(following, mark);
    return broken && isRight(page) ? left(broken) : page;
  };

  return ({ start, readDelta }: Begun<C>, before: (token: Option<PageToken>) => Option<C>) =>
    (answer: Answer, token: Option<PageToken>): Either<PageFailure, Envelope> => {
      const found = itemsOf(answer);
      if (isLeft(found)) return found;
      const { data, areAbsent } = found.right;
      // Pages are compared only where the rule says what equal ones mean (law 26).
      const mark = marks?.markOf(data) ?? '';
      const isRepeated = mark !== '' && isSome(token) && marks?.markIn(token.value) === mark;
      const ruled = followingOf({ answer, items: data, start }, before(token), isRepeated);
      if (isLeft(ruled)) return ruled;
      const { next: following, repeats, unseen, total, last, isUnnamed } = ruled.right;
      const changes: ReturnType<ReadDelta> = readDelta?.(answer) ?? right({});
      if (isLeft(changes)) return changes;
      const { broken, delta: changed, secrets } = changes.right;
      const fields = checkEnd ? fieldsBeside(answer, items) : [];
      const more = checkEnd && isUnnamed ? lookElsewhere(answer, fields) : undefined;
      const totals = total === undefined ? totalsIn(answer, fields) : [total];
      const others = items.others ? items.others(answer) : answer.body;
      return right({
        data: repeats ? [] : data,
        next: nextOf(following, more, broken, mark),
        fields: UnknownRecord.is(others) ? others : {},
        beside: besideOf(total, changed),
        unseen,
        last,
        totals: checkEnd ? totals : undefined,
        partial: checkEnd ? partialIn(answer, fields) : undefined,
        isUncertain: areAbsent && isSome(token) && isRight(following) && isNone(following.right),
        traits,
        secrets,
      });
    };
};
