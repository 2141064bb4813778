import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { type Option, isSome, none } from 'fp-ts/Option';
import { readHeaders } from '../../model/http';
import type { PageToken } from '../../model/PageToken';
import { copyOf, type Draft, type Slot, type SlotIn, draftText } from '../../model/paging/draft';
import type { Envelope } from '../../model/paging/envelope';
import type { Paging, Scheme } from '../../model/paging/scheme';
import { secretsInQuery } from '../../model/secrets/secretParameter';
import { deltaOf } from './deltaOf';
import { type Description, objectReader, problemIn, readDescription } from './describing';
import { doubtsOf } from './doubtsOf';
import { formOf, isForm } from './formBody';
import { put, scratch } from './requests';
import { type Begun, readingBy, traitsOf, wordsOfErrors } from './reading';
import type { NamedRule, Refuse } from './Rule';
import { sendAhead } from './sendAhead';
import { isAbsent } from './signals';
import { tokensOf } from './tokens';
import { jsonText } from './tokenText';

const hasName = ({ label, part }: Slot): boolean => label !== part;

/** Refuses slots that a value cannot be written to in this request, such as an index of a list that is not there. */
const refuseUnwritable = (slots: ReadonlyArray<Slot>, draft: Draft, refuse: Refuse): void => {
  for (const slot of slots) {
    try {
      slot.write(copyOf(draft), 0);
    } catch (error) {
      refuse(slot.label, `cannot be written: ${(error as Error).message}`);
    }
  }
};

const refuseUnformed = ({ body }: Draft, refuse: Refuse): void => {
  for (const field of body)
    if (!isForm(new Map([field]))) refuse(field[0], 'cannot be written as a form');
};

/**
 * Makes a scheme of a rule and the description of an endpoint: tokens, requests, errors, words, doubts and pages ahead are the same
 * for all rules. What does not depend on the params of a walk is made here, once.
 */
export const compile = <C>(
  ruled: NamedRule<C>,
  description: Description,
): Either<string, Scheme> => {
  const { label, rule, slots = [], anyOrigin = false, text: plain = jsonText, marks } = ruled;
  const text = marks ? marks.textOf(plain) : plain;
  const { errors, bodyAs, name, delta } = description;
  const { numbered } = rule;
  const objectIn = objectReader(description);
  const bodyOf = bodyAs === 'form' ? formOf : undefined;
  const named = slots.filter(hasName);
  const written = delta?.to && hasName(delta.to) ? [...named, delta.to] : named;

  const fitsForm = (draft: Draft): boolean => bodyAs !== 'form' || isForm(draft.body);
  const deltaTokens = delta && deltaOf(delta, name, anyOrigin, fitsForm);
  const { cursorOf, problemOf, tokenOf, next } = tokensOf(rule, text, fitsForm);
  if (isLeft(next(right(rule.start(scratch(), () => undefined)))))
    return left(`${label}: first cannot be sent`);
  const traits = traitsOf(rule, description);
  const readingFrom = readingBy(ruled, description, next, traits);
  const lastEmpty = (): Either<never, Envelope> =>
    right({ data: [], next: right(none), fields: {}, traits });

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
        return draftText(draft, bodyOf);
      },
      read: readingFrom(begun, cursorAt),
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
          isSome(token) && numbered?.pastEnd(status, cursorAt(token)) ? lastEmpty() : undefined,
        wordsIn: (response, body) =>
          errors && wordsOfErrors(errors.read({ ...response, body, request: { url: '' } })),
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
    refuseUnwritable(written, draft, refuse);
    if (bodyAs === 'form') refuseUnformed(draft, refuse);
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
export const pagingBy = <C, In extends SlotIn>(named: NamedRule<C, In>): Paging<In> => {
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
