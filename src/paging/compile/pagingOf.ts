import { type Either, filterOrElse, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some, tryCatch } from 'fp-ts/Option';
import { UnknownRecord } from 'io-ts';
import { type Answer, type Source } from '../../model/paging/sources';
import { type Paging, type Scheme } from '../../model/paging/scheme';
import type { Broken, Envelope, NextPage } from '../../model/paging/envelope';
import { copyOf, type Draft, type Part, type Slot } from '../../model/paging/draft';
import { messageIn, wordPaths } from '../../model/errors/messageIn';
import { redacting } from '../../model/secrets/redact';
import { tokenAfter } from '../../model/endpoints/tokenAfter';
import { secretsInQuery } from '../../model/secrets/secretParameter';
import { type BrokenRule, type PageFailure, unreadable } from '../../model/errors/WalkError';
import { readHeaders } from '../../model/http';
import { secretsIn } from '../../model/secrets/jsonSecrets';
import { type PageToken, tooLong } from '../../model/PageToken';
import { at } from '../slots/at';
import { deltaOf } from './deltaOf';
import { type Description, objectReader, problemIn, readDescription } from './describing';
import { doubtsOf } from './doubtsOf';
import { type LookElsewhere, partialIn, totalsIn } from './elsewhere';
import { formOf, isForm } from './formBody';
import { isSaid, itemsIn } from './itemsIn';
import { isAbsent } from './signals';

/** What a page says beside the next one: the sources at which it has nothing, and how many objects and pages there are. */
type Beside = Pick<Envelope, 'unseen' | 'last'> & { readonly total?: number | undefined };

/** What a page says about the next one; a Left is not a page that the walk can emit. */
export type Next<C> = Either<PageFailure, Following<C>>;

interface Following<C> extends Beside {
  readonly next: Either<Broken, Option<C>>;
  /** Its items are those of the page before, and not of another page. */
  readonly repeats?: boolean;
  /** Where to look for a next page, if it is the last one only because it names none where the scheme looks. */
  readonly doubt?: LookElsewhere | undefined;
}

export const goesOn = <C>(cursor: C, beside?: Beside): Next<C> =>
  right({ next: right(some(cursor)), ...beside });
export const lastPage = (beside?: Omit<Following<never>, 'next'>): Next<never> =>
  right({ next: right(none), ...beside });
export const breaks = (
  rule: BrokenRule,
  { at: where, ...beside }: Beside & { readonly at?: string | undefined } = {},
): Next<never> =>
  right({ next: left({ rule, ...(where !== undefined && { at: where }) }), ...beside });

export type Refuse = Parameters<NonNullable<Scheme['begin']>>[1];

/** A scheme that lacks only what the rest of a description says. */
export interface PagingParts<In extends Part> extends Omit<
  Scheme,
  'read' | 'begin' | 'doubts' | 'wordsIn' | 'bodyOf' | 'secretsOf'
> {
  /** What no error may repeat of a token, by default all of it. `asked` is the address of request 1. */
  readonly secretsOf?: (pageToken: PageToken, asked: string) => ReadonlyArray<string>;
  /** The same for a walk whose first request is this. */
  readonly begin?: (draft: Draft, refuse: Refuse) => PagingParts<In>;
  /** Whether the path and the query of any link are asked for at the base address. */
  readonly anyOrigin?: boolean;
  /** Where cursors are written to, as far as the scheme says so beforehand. */
  readonly slots?: ReadonlyArray<Slot<In>>;
  /** Where cursors are read, as far as the scheme says so beforehand. */
  readonly sources?: ReadonlyArray<Source>;
  readonly problem?: string | undefined;
  readonly next: (
    answer: Answer,
    items: ReadonlyArray<unknown>,
    before: Option<PageToken>,
  ) => Next<PageToken>;
}

/** What is said there: a text itself, or in it as in the body of an error; of a list, in its first entry (law 33). */
const wordsIn = (errors: unknown): string | undefined => {
  const entry = Array.isArray(errors) ? (errors[0] as unknown) : errors;
  return typeof entry === 'string' && entry ? entry : messageIn(entry, `${wordPaths} info`);
};

/** What is known of a walk when its first request is. */
interface Begun {
  readonly isFromMiddle: boolean;
  readonly readDelta?: ReturnType<typeof deltaOf>['read'] | undefined;
  /** What is secret of the token that it asks from. */
  readonly secrets: ReadonlyArray<string>;
}

const schemeOf = (
  parts: PagingParts<Part>,
  description: Description,
  { isFromMiddle, readDelta, secrets }: Begun = { isFromMiddle: false, secrets: [] },
): Scheme => {
  const { next, begin, slots = [], sources = [], anyOrigin = false, ...rest } = parts;
  const { items = at('data'), errors, bodyAs, checkEnd = true, delta } = description;
  const objectIn = objectReader(description);
  /** What a function of the user's throws comes again with the request. */
  const fitsForm = (token: PageToken): boolean => {
    const draft = scratch();
    return isNone(tryCatch(() => rest.write(draft, some(token)))) || isForm(draft.body);
  };
  const fits = (write: (draft: Draft) => void): boolean => {
    const draft = scratch();
    return isSome(tryCatch(() => write(draft))) && (bodyAs !== 'form' || isForm(draft.body));
  };
  const problemOf: Scheme['problemOf'] = (token) =>
    tooLong(token) ??
    rest.problemOf(token) ??
    (bodyAs !== 'form' || fitsForm(token) ? undefined : 'cannot be part of a form');
  /** What a response that is not a page says. It may repeat the tokens that it brings, which nobody has read. */
  const withoutTokens = (answer: Answer, words: string | undefined): string | undefined => {
    const tokens = [...sources, ...(delta ? [delta.from] : [])].flatMap((source) =>
      secretsIn(source.read(answer)),
    );
    return words && redacting()(tokens)(words);
  };
  const sendable = filterOrElse(
    (token: Option<PageToken>) => isNone(token) || problemOf(token.value) === undefined,
    (): Broken => ({ rule: 'UnsendableToken' }),
  );
  return {
    ...rest,
    // What a place belongs to is a text that the label ends.
    label: ` ${rest.label}`,
    problemOf,
    secretsOf: (token, asked) =>
      isSome(token)
        ? (rest.secretsOf?.(token.value, asked) ?? [token.value])
        : [...secretsInQuery(asked), ...secrets],
    doubts: (isResumed) => doubtsOf({ isResumed, isFromMiddle, objectIn }),
    begin: (draft, refuse) => {
      for (const slot of delta?.to ? [...slots, delta.to] : slots) {
        try {
          if (slot.label !== slot.part) slot.write(copyOf(draft), 0);
        } catch (error) {
          refuse(slot.label, `cannot be written: ${(error as Error).message}`);
        }
      }
      for (const [name, field] of bodyAs === 'form' ? draft.body : []) {
        if (!isForm(new Map([[name, field]]))) refuse(name, 'cannot be written as a form');
      }
      const tokens = delta && deltaOf(delta, description.name, anyOrigin, draft, fits);
      const secret = tokens?.begin(refuse) ?? [];
      const begunAt = slots
        .filter(({ label, part }) => label !== part)
        .map((slot) => slot.valueIn(draft));
      return schemeOf({ ...(begin?.(draft, refuse) ?? parts), anyOrigin }, description, {
        isFromMiddle: draft.delta !== undefined || !begunAt.every(isAbsent),
        readDelta: tokens?.read,
        secrets: secret,
      });
    },
    ...(delta && { tokenAfter }),
    ...(errors && {
      wordsIn: (response, body) =>
        wordsIn(errors.read({ ...response, body, request: { url: '' } })),
    }),
    ...(bodyAs === 'form' && { bodyOf: formOf }),
    read: (answer, before) => {
      const error = errors?.read(answer);
      if (isSaid(error)) {
        const message = withoutTokens(answer, wordsIn(error));
        return left({
          _tag: 'HttpFailure',
          status: answer.status,
          ...(message !== undefined && { message }),
        });
      }
      const found = itemsIn(items, errors !== undefined, answer);
      if (isLeft(found)) {
        const message = withoutTokens(answer, messageIn(answer.body));
        return unreadable([found.left], message === undefined ? {} : { message });
      }
      const { data, areAbsent } = found.right;
      const said = next(answer, data, before);
      if (isLeft(said)) return said;
      const { next: following, repeats, unseen, total, last, doubt } = said.right;
      const changes: ReturnType<NonNullable<typeof readDelta>> = readDelta?.(answer) ?? right({});
      if (isLeft(changes)) return changes;
      const { broken, delta: token, secrets: hidden } = changes.right;
      const looked = checkEnd ? doubt?.(answer, items, delta?.from) : undefined;
      const elsewhere = looked?.at;
      const totals =
        total === undefined
          ? (looked?.totals ?? (checkEnd ? totalsIn(answer, items) : []))
          : [total];
      const usable = (page: NextPage): NextPage => (broken && isRight(page) ? left(broken) : page);
      const others = items.others ? items.others(answer) : answer.body;
      return right({
        data: repeats ? [] : data,
        next:
          elsewhere === undefined
            ? usable(sendable(following))
            : left({ rule: 'MoreElsewhere', at: elsewhere }),
        fields: UnknownRecord.is(others) ? others : {},
        beside: {
          ...(total !== undefined && { total }),
          ...(token !== undefined && { delta: token }),
        },
        unseen,
        last,
        ...(checkEnd && { totals, partial: partialIn(answer.body) }),
        isUncertain: areAbsent && isSome(before) && isRight(following) && isNone(following.right),
        secrets: hidden,
      });
    },
  };
};

export const scratch = (): Draft => ({
  method: 'POST',
  path: '',
  query: new Map(),
  body: new Map(),
  headers: {},
});

/** Makes a paging of all that is special to a scheme: it becomes a scheme when the rest of an endpoint is known. */
export const pagingOf = <In extends Part>(parts: PagingParts<In>): Paging<In> => {
  const paging: Omit<Paging<In>, '~paging'> = {
    describe: (given) => {
      const description = given as Description;
      const said = parts.problem ?? problemIn(description, parts.slots ?? []);
      if (said !== undefined) return left(said);
      const scheme = schemeOf(parts, description);
      const { headers = {}, method } = description;
      const problems: Array<string> = [];
      scheme.begin?.({ ...scratch(), method, headers: readHeaders(headers) }, (...of) =>
        problems.push(of.join(' ')),
      );
      const [problem] = problems;
      return problem === undefined
        ? right({ scheme, ...readDescription(description) })
        : left(problem);
    },
  };
  return paging as Paging<In>;
};
