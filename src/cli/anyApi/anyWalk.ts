import * as E from 'fp-ts/Either';
import type { Client } from '../../index';
import type { PageFailure } from '../../model/errors/WalkError';
import type { Scheme } from '../../model/paging/scheme';
import type { Answer } from '../../model/paging/sources';
import { at } from '../../paging';
import { isAbsent } from '../../paging/compile/signals';
import type { Texts } from '../options/Option';
import type { schemeOptions } from '../options/tables';
import type { Plan } from '../plan/Plan';
import type { SchemeFlags } from '../plan/scheme';
import type { Gate } from '../terminal/gate';
import { errorIn, errorText, type ErrorWords } from './errorWords';
import { beginsAt } from './firstResponse';
import { moreNames, otherMoreNames, plainName } from './names';
import { recognise } from './recognise';

/** A plan whose walk is looked at while it runs, and what has been seen. */
export interface Walk extends Plan {
  /** Where the first response names a next page, if something in it looks like that. */
  readonly nextElsewhere: () => string | undefined;
  /** Where its address begins, if that is later than with the first page: then a total is more than what comes. */
  readonly beginsAt?: string | undefined;
  /** Why nothing came, although nothing has failed. */
  readonly flaw?: () => string | undefined;
  /** What there is to say of the last response: that it is an error, or what it lacks. */
  readonly remarks: (gate: Gate) => ReadonlyArray<string>;
}

/** What options name that a service may leave out, and what it means then. */
const leftOut = {
  items: 'the list of an empty page',
  more: 'what is false',
  last: 'what it does not know',
  total: 'what it does not know',
} as const;

/** The options that allow what a response lacks. */
const remarksOn = (
  flags: Pick<SchemeFlags, keyof typeof leftOut>,
  texts: Texts<typeof schemeOptions>,
  failure: Extract<PageFailure, { readonly _tag: 'InvalidEnvelope' }>,
): ReadonlyArray<string> =>
  (['items', 'more', 'last', 'total'] as const).flatMap((name) => {
    const isMissing = failure.problems.some(
      ({ at: where, message }) =>
        where === flags[name]?.label && /^is (missing|null): if /.test(message),
    );
    return isMissing
      ? [`if the service leaves out ${leftOut[name]}, give --${name} '${texts[name] ?? ''}?'`]
      : [];
  });

/**
 * A walk whose first response is looked at before it is read: what names its next page may be anywhere in it (law 32). The last
 * one is looked at for an error, and for what it lacks.
 */
const watchFirst = (
  walk: Plan,
  look: (answer: Answer) => string | undefined,
  flags: SchemeFlags = {},
  texts: Texts<typeof schemeOptions> = {},
): Walk => {
  let next: string | undefined;
  let isSeen = false;
  let error: ErrorWords | undefined;
  let remarks: ReadonlyArray<string> = [];
  const watched = (scheme: Scheme): Scheme => ({
    ...scheme,
    ...(scheme.begin && { begin: (...first) => watched(scheme.begin?.(...first) ?? scheme) }),
    read: (answer, before) => {
      if (!isSeen) next = look(answer);
      isSeen = true;
      const page = scheme.read(answer, before);
      const failure =
        E.isLeft(page) && page.left._tag === 'InvalidEnvelope' ? page.left : undefined;
      const isGuess = failure?.problems.some(({ message }) =>
        message.includes('seems to be an error'),
      );
      const found = failure && !isGuess && errorIn(answer.body);
      // The failure itself has the words of the service, if they are where most services have them.
      error = found ? (failure.message === undefined ? found : { ...found, words: '' }) : undefined;
      remarks = failure && failure.message === undefined ? remarksOn(flags, texts, failure) : [];
      return page;
    },
  });
  const watching = (client: Client): Client => ({
    ...client,
    pages: (endpoint, params) =>
      client.pages({ ...endpoint, scheme: watched(endpoint.scheme) }, params),
  });
  return {
    ...walk,
    nextElsewhere: () => next,
    remarks: (gate) =>
      error ? [errorText(error, gate)] : remarks.map((remark) => gate.said(remark, true)()),
    pages: (client, valve, place, mark) => {
      // A walk that was resumed does not know what others have seen, and another walk may have asked for something else.
      [isSeen, next] = [place !== undefined, undefined];
      return walk.pages(watching(client), valve, place, mark);
    },
  };
};

/** What is said where `--more` is false beside a cursor, and is not called like whether there is more: it may say the end. */
const inverseIn = (
  { more, cursor: [cursor] = [] }: SchemeFlags,
  texts: Texts<typeof schemeOptions>,
  answer: Answer,
): string | undefined => {
  const { more: flag = '', cursor: [place = ''] = [] } = texts;
  const isInverse =
    more?.read(answer) === false &&
    ![moreNames, otherMoreNames].some((names) =>
      names.test(plainName(flag.replace(/^.*[./:]|\?$/g, ''))),
    );
  return isInverse && cursor && !isAbsent(cursor.read(answer))
    ? `false at ${flag} and a cursor at ${place} (if ${flag} is true on the last page, give --last ${flag})`
    : undefined;
};

/** Where the service names a next page in another way than the conventions do. */
const nextElsewhere = (answer: Answer): string | undefined =>
  Object.hasOwn(Object(answer.body) as object, 'nextPageToken')
    ? undefined
    : recognise(answer, () => true).next;

/** Looks at the first response of `list` and `search` for a next page that the conventions do not know. */
export const watchPreset = (plan: Plan): Walk => watchFirst(plan, nextElsewhere);

/** Looks at the first response of `walk` for a next page that the options do not lead to. */
export const watchWalk =
  (flags: SchemeFlags, texts: Texts<typeof schemeOptions>) =>
  (plan: Plan): Walk => {
    const request = plan.sent ?? { query: new Map(), sent: undefined };
    const lookAt = (answer: Answer) =>
      flags.checkEnd === false
        ? undefined
        : (inverseIn(flags, texts, answer) ??
          recognise({ ...answer, ...request }, () => true).next);
    const items = flags.items ?? at('data');
    return {
      ...watchFirst(plan, lookAt, { ...flags, items }, { items: 'data', ...texts }),
      beginsAt: beginsAt(request),
    };
  };
