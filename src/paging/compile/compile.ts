import { type Either, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none, some, toUndefined, tryCatch } from 'fp-ts/Option';
import { UnknownRecord } from 'io-ts';
import { messageIn, wordPaths } from '../../model/errors/messageIn';
import { unreadable } from '../../model/errors/WalkError';
import { readHeaders } from '../../model/http';
import type { DeltaToken } from '../../model/DeltaToken';
import { type PageToken, tooLong } from '../../model/PageToken';
import { copyOf, type Draft, type Part, requestOf } from '../../model/paging/draft';
import type { Broken, Envelope, NextPage } from '../../model/paging/envelope';
import type { Paging, Scheme } from '../../model/paging/scheme';
import type { Answer } from '../../model/paging/sources';
import { cursorSecrets } from '../../model/secrets/jsonSecrets';
import { redacting } from '../../model/secrets/redact';
import { secretsInQuery } from '../../model/secrets/secretParameter';
import { at } from '../slots/at';
import { type Delta, deltaOf, type ReadDelta } from './deltaOf';
import { type Description, objectReader, problemIn, readDescription } from './describing';
import { doubtsOf } from './doubtsOf';
import { partialIn, totalsIn } from './elsewhere';
import { formOf, isForm } from './formBody';
import { isSaid, itemsIn } from './itemsIn';
import { canWrite, put, scratch } from './requests';
import type { NamedRule, Refuse, Rule } from './Rule';
import { sendAhead } from './sendAhead';
import { isAbsent } from './signals';
import { jsonText } from './tokenText';

/** What is said there: a text itself, or in it as in the body of an error; of a list, in its first entry (law 33). */
const wordsIn = (errors: unknown): string | undefined => {
  const entry = Array.isArray(errors) ? (errors[0] as unknown) : errors;
  return typeof entry === 'string' && entry ? entry : messageIn(entry, `${wordPaths} info`);
};

/** What is known of a walk when its first request is. */
interface Begun<C> {
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

const lastEmpty: Either<never, Envelope> = right({ data: [], next: right(none), fields: {} });

/**
 * Makes a scheme of a rule and the description of an endpoint: tokens, requests, errors, words, doubts and pages ahead are the same
 * for all rules. What does not depend on the params of a walk is made here, once.
 */
export const compile = <C>(
  { label, rule, slots = [], sources = [], anyOrigin = false, text = jsonText }: NamedRule<C>,
  description: Description,
): Scheme => {
  const { items = at('data'), errors, bodyAs, checkEnd = true, name } = description;
  const delta: Delta | undefined = description.delta;
  const { numbered } = rule;
  const objectIn = objectReader(description);
  const deltaTokens = delta && deltaOf(delta, name, anyOrigin);
  const bodyOf = bodyAs === 'form' ? formOf : undefined;
  const traits = {
    ...(numbered && { isCounted: true }),
    ...(delta && { hasDelta: true }),
  };
  const named = slots.filter((slot) => slot.label !== slot.part);
  const written = delta?.to
    ? [...named, delta.to].filter((slot) => slot.label !== slot.part)
    : named;

  const fitsForm = (draft: Draft): boolean => bodyAs !== 'form' || isForm(draft.body);
  const fits = (write: (draft: Draft) => void): boolean => {
    const draft = scratch();
    return isSome(tryCatch(() => write(draft))) && fitsForm(draft);
  };

  // On the way of every page: `map` and `chain` of an Option take longer than what they are given.
  const isCursor = (cursor: unknown): cursor is C => {
    try {
      return rule.isCursor(cursor);
    } catch {
      // What a function of the user's throws comes again with the request, where it goes to the error channel (law 25).
      return true;
    }
  };
  /** What can be sent of the text of a token. */
  const cursorOf = (token: string): Option<C> => {
    const cursor = text.read(token);
    return isSome(cursor) && isCursor(cursor.value) ? some(cursor.value) : none;
  };
  const problemOf = (token: string): string | undefined => {
    const cursor = cursorOf(token);
    const long = tooLong(token);
    if (long !== undefined) return long;
    if (isNone(cursor)) return text.refusal;
    const sent = tryCatch(() => rule.sent(cursor.value));
    if (isNone(sent)) return undefined;
    const draft = scratch();
    if (isNone(tryCatch(() => put(draft, sent.value)))) return text.refusal;
    return fitsForm(draft) ? undefined : 'cannot be part of a form';
  };
  const tokenOf = (cursor: Option<C>): Option<PageToken> =>
    (isSome(cursor) ? text.write(cursor.value) : none) as Option<PageToken>;
  const next = (following: Either<Broken, Option<C>>): NextPage => {
    if (isLeft(following)) return following;
    const token = tokenOf(following.right);
    const isSendable = isSome(token)
      ? problemOf(token.value) === undefined
      : isNone(following.right);
    return isSendable ? right(token) : left({ rule: 'UnsendableToken' });
  };

  /** What a response that is not a page says. It may repeat the tokens that it brings, which nobody has read. */
  const withoutTokens = (answer: Answer, words: string | undefined): string | undefined => {
    const tokens = [...sources, ...(delta ? [delta.from] : [])].flatMap((source) =>
      cursorSecrets(source.read(answer)),
    );
    return words && redacting()(tokens)(words);
  };

  const readFor =
    (
      { start, readDelta }: Begun<C>,
      before: (token: Option<PageToken>) => Option<C>,
    ): Scheme['read'] =>
    (answer, token) => {
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
      const said = rule.next({ answer, items: data, start }, before(token), false);
      if (isLeft(said)) return said;
      const { next: following, repeats, unseen, total, last, doubt } = said.right;
      const changes: ReturnType<ReadDelta> = readDelta?.(answer) ?? right({});
      if (isLeft(changes)) return changes;
      const { broken, delta: changed, secrets } = changes.right;
      const looked = checkEnd ? doubt?.(answer, items, delta?.from) : undefined;
      const totals =
        total === undefined
          ? (looked?.totals ?? (checkEnd ? totalsIn(answer, items) : []))
          : [total];
      const page = next(following);
      const others = items.others ? items.others(answer) : answer.body;
      return right({
        data: repeats ? [] : data,
        next:
          looked?.at === undefined
            ? broken && isRight(page)
              ? left(broken)
              : page
            : left({ rule: 'MoreElsewhere', at: looked.at }),
        fields: UnknownRecord.is(others) ? others : {},
        beside: besideOf(total, changed),
        unseen,
        last,
        totals: checkEnd ? totals : undefined,
        partial: checkEnd ? partialIn(answer.body) : undefined,
        isUncertain: areAbsent && isSome(token) && isRight(following) && isNone(following.right),
        traits,
        secrets,
      });
    };

  const schemeOf = (begun: Begun<C>): Scheme => {
    const cursorAt = (token: Option<PageToken>): Option<C> =>
      isSome(token) ? cursorOf(token.value) : begun.start;
    const follow = (token: Option<PageToken>, count: number | undefined): Option<PageToken> =>
      numbered ? tokenOf(numbered.follow(cursorAt(token), count)) : none;
    return {
      // What a place belongs to is a text that the label ends.
      label: ` ${label}`,
      begin,
      requestFor: (first, token) => {
        const draft = copyOf(first);
        const cursor = cursorAt(token);
        if (isSome(cursor)) put(draft, rule.sent(cursor.value));
        return requestOf(draft, bodyOf);
      },
      read: readFor(begun, cursorAt),
      tokens: {
        problemOf,
        ...(text.cursorIn && { cursorOf: text.cursorIn }),
        secretsOf: (token, asked) =>
          isSome(token)
            ? text.secretsOf(token.value, asked)
            : [...secretsInQuery(asked), ...begun.secrets],
      },
      refusals: {
        pastEnd: (status, token) =>
          isSome(token) && numbered?.pastEnd(status, cursorAt(token)) ? lastEmpty : undefined,
        wordsIn: (response, body) =>
          errors && wordsIn(errors.read({ ...response, body, request: { url: '' } })),
      },
      doubts: doubtsOf({ isFromMiddle: begun.isFromMiddle, objectIn }),
      ...(numbered && {
        numbered: {
          follow,
          seek: (token, count, size) => tokenOf(numbered.seek(cursorAt(token), count, size)),
          ahead: sendAhead(follow),
        },
      }),
    };
  };

  const begin = (draft: Draft, refuse: Refuse): Scheme => {
    for (const slot of written) {
      try {
        slot.write(copyOf(draft), 0);
      } catch (error) {
        refuse(slot.label, `cannot be written: ${(error as Error).message}`);
      }
    }
    for (const [field, value] of bodyAs === 'form' ? draft.body : []) {
      if (!isForm(new Map([[field, value]]))) refuse(field, 'cannot be written as a form');
    }
    const tokens = deltaTokens?.(draft, fits);
    const secrets = tokens?.begin(refuse) ?? [];
    const isBegun = named.some((slot) => !isAbsent(slot.valueIn(draft)));
    return schemeOf({
      start: rule.start(draft, refuse),
      isFromMiddle: draft.delta !== undefined || isBegun,
      readDelta: tokens?.read,
      secrets,
    });
  };

  return schemeOf({ start: none, isFromMiddle: false, secrets: [] });
};

/** Whether the cursor of request 1 can be written. What a function of the user's throws comes again with the request. */
const isSendable = <C>(rule: Rule<C>, first: C): boolean => {
  const sent = tryCatch(() => (rule.isCursor(first) ? some(rule.sent(first)) : none));
  return (
    isNone(sent) ||
    (isSome(sent.value) && canWrite((draft) => put(draft, toUndefined(sent.value) ?? [])))
  );
};

/** Makes a paging of a rule: it becomes a scheme when the rest of an endpoint is known. */
export const pagingBy = <C, In extends Part>(named: NamedRule<C, In>): Paging<In> => {
  const { label, rule, slots = [], problem } = named;
  const paging: Omit<Paging<In>, '~paging'> = {
    describe: (given) => {
      const description = given as Description;
      const said = problem ?? problemIn(description, slots);
      if (said !== undefined) return left(said);
      const scheme = compile(named, description);
      const { headers = {}, method } = description;
      const problems: Array<string> = [];
      const draft = { ...scratch(), method, headers: readHeaders(headers) };
      scheme.begin?.(draft, (...of) => problems.push(of.join(' ')));
      const start = rule.start(scratch(), () => undefined);
      if (isSome(start) && !isSendable(rule, start.value))
        return left(`${label}: first cannot be sent`);
      const [wrong] = problems;
      return wrong === undefined ? right({ scheme, ...readDescription(description) }) : left(wrong);
    },
  };
  return paging as Paging<In>;
};
