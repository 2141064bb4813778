import { type Either, isLeft, isRight, left, right } from 'fp-ts/Either';
import { type Option, isNone, isSome, none } from 'fp-ts/Option';
import { UnknownRecord } from 'io-ts';
import { messageIn, wordPaths } from '../../model/errors/messageIn';
import { unreadable } from '../../model/errors/WalkError';
import { readHeaders } from '../../model/http';
import type { DeltaToken } from '../../model/DeltaToken';
import type { PageToken } from '../../model/PageToken';
import { copyOf, type Draft, type Part, requestOf } from '../../model/paging/draft';
import type { Envelope } from '../../model/paging/envelope';
import type { Paging, Scheme } from '../../model/paging/scheme';
import type { Answer } from '../../model/paging/sources';
import { cursorSecrets } from '../../model/secrets/jsonSecrets';
import { redacting } from '../../model/secrets/redact';
import { secretsInQuery } from '../../model/secrets/secretParameter';
import { at } from '../slots/at';
import { type Delta, deltaOf, type ReadDelta } from './deltaOf';
import { type Description, objectReader, problemIn, readDescription } from './describing';
import { doubtsOf } from './doubtsOf';
import { elsewhere, fieldsBeside, partialIn, totalsIn } from './elsewhere';
import { formOf, isForm } from './formBody';
import { isSaid, itemsIn } from './itemsIn';
import { put, scratch } from './requests';
import type { NamedRule, Refuse } from './Rule';
import { sendAhead } from './sendAhead';
import { isAbsent } from './signals';
import { tokensOf } from './tokens';
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
  {
    label,
    rule,
    slots = [],
    sources = [],
    partIn,
    anyOrigin = false,
    text = jsonText,
  }: NamedRule<C>,
  description: Description,
): Either<string, Scheme> => {
  const { items = at('data'), errors, bodyAs, checkEnd = true, name } = description;
  const delta: Delta | undefined = description.delta;
  const { numbered } = rule;
  const objectIn = objectReader(description);
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
  const deltaTokens = delta && deltaOf(delta, name, anyOrigin, fitsForm);
  const lookElsewhere = elsewhere({ sources, delta: delta?.from, partIn });
  const { cursorOf, problemOf, tokenOf, next } = tokensOf(rule, text, fitsForm);
  if (isLeft(next(right(rule.start(scratch(), () => undefined)))))
    return left(`${label}: first cannot be sent`);

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
      const { next: following, repeats, unseen, total, last, isUnnamed } = said.right;
      const changes: ReturnType<ReadDelta> = readDelta?.(answer) ?? right({});
      if (isLeft(changes)) return changes;
      const { broken, delta: changed, secrets } = changes.right;
      const fields = checkEnd ? fieldsBeside(answer, items) : [];
      const at = checkEnd && isUnnamed ? lookElsewhere(answer, fields) : undefined;
      const totals = total === undefined ? totalsIn(answer, fields) : [total];
      const page = next(following);
      const others = items.others ? items.others(answer) : answer.body;
      return right({
        data: repeats ? [] : data,
        next:
          at === undefined
            ? broken && isRight(page)
              ? left(broken)
              : page
            : left({ rule: 'MoreElsewhere', at }),
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
    const tokens = deltaTokens?.(draft);
    const secrets = tokens?.begin(refuse) ?? [];
    const isBegun = named.some((slot) => !isAbsent(slot.valueIn(draft)));
    return schemeOf({
      start: rule.start(draft, refuse),
      isFromMiddle: draft.delta !== undefined || isBegun,
      readDelta: tokens?.read,
      secrets,
    });
  };

  return right(schemeOf({ start: none, isFromMiddle: false, secrets: [] }));
};

/** Makes a paging of a rule: it becomes a scheme when the rest of an endpoint is known. */
export const pagingBy = <C, In extends Part>(named: NamedRule<C, In>): Paging<In> => {
  const { slots = [], problem } = named;
  const paging: Omit<Paging<In>, '~paging'> = {
    describe: (given) => {
      const description = given as Description;
      const said = problem ?? problemIn(description, slots);
      if (said !== undefined) return left(said);
      const compiled = compile(named, description);
      if (isLeft(compiled)) return compiled;
      const scheme = compiled.right;
      const { headers = {}, method } = description;
      const problems: Array<string> = [];
      const draft = { ...scratch(), method, headers: readHeaders(headers) };
      scheme.begin?.(draft, (...of) => problems.push(of.join(' ')));
      const [wrong] = problems;
      return wrong === undefined ? right({ scheme, ...readDescription(description) }) : left(wrong);
    },
  };
  return paging as Paging<In>;
};
