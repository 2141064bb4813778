import * as E from 'fp-ts/Either';
import { tap } from 'rxjs';
import type { Client, DurableStart, WalkError } from '../../index';
import type { PageStream } from '../../client/Client';
import type { Onlooker } from '../../model/paging/scheme';
import type { Answer } from '../../model/paging/sources';
import { at } from '../../paging';
import { isAbsent } from '../../paging/compile/signals';
import type { Texts } from '../options/Option';
import type { schemeOptions } from '../options/tables';
import { planPages, type Plan } from '../plan/Plan';
import type { SchemeFlags } from '../plan/scheme';
import type { Gate } from '../terminal/gate';
import { errorIn, errorText } from './errorWords';
import { hasRole } from './matching';
import { recognise } from './recognise';
import { beginsAt } from './response';

/** A plan whose walk is looked at while it runs, and what has been seen. */
export interface WatchedWalk extends Plan {
  readonly pages: (client: Client, start: DurableStart) => PageStream<unknown>;
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

type Failure = Extract<WalkError, { readonly _tag: 'InvalidEnvelope' }>;

/** What there is to say of a response that is not a page: its error, or the options that allow what it lacks. */
const remarksOn = (
  { problems, message }: Failure,
  body: unknown,
  flags: Pick<SchemeFlags, keyof typeof leftOut>,
  texts: Texts<typeof schemeOptions>,
  gate: Gate,
): ReadonlyArray<string> => {
  const isGuess = problems.some((problem) => problem.message.includes('seems to be an error'));
  const error = isGuess ? undefined : errorIn(body);
  // The failure itself has the words of the service, if they are where most services have them.
  if (error) return [errorText(message === undefined ? error : { ...error, words: '' }, gate)];
  if (message !== undefined) return [];
  return (['items', 'more', 'last', 'total'] as const)
    .filter((name) =>
      problems.some(
        (problem) =>
          problem.at === flags[name]?.label && /^is (missing|null): if /.test(problem.message),
      ),
    )
    .map((name) => {
      const advice = `if the service leaves out ${leftOut[name]}, give --${name} '${texts[name] ?? ''}?'`;
      return gate.said(advice, true)();
    });
};

/** What is kept of responses: what the first one has that leads to a next page, and the body of the latest. */
interface SeenResponses {
  readonly isFirst: boolean;
  readonly next?: string | undefined;
  readonly latest?: unknown;
}

/**
 * A walk whose first response is looked at before it is read: what names its next page may be anywhere in it (law 32). The last
 * one is looked at for an error, and for what it lacks.
 */
const watchFirst = (
  plan: Plan,
  look: (answer: Answer) => string | undefined,
  flags: SchemeFlags = {},
  texts: Texts<typeof schemeOptions> = {},
): WatchedWalk => {
  let seen: SeenResponses = { isFirst: true };
  let failure: Failure | undefined;
  const onlooker: Onlooker = (answer) => {
    const next = seen.isFirst ? look(answer) : seen.next;
    seen = { isFirst: false, next, latest: answer.body };
  };
  const watched: Plan = { ...plan, endpoint: { ...plan.endpoint, onlooker } };
  return {
    ...plan,
    nextElsewhere: () => seen.next,
    remarks: (gate) => (failure ? remarksOn(failure, seen.latest, flags, texts, gate) : []),
    pages: (client, start) => {
      // A walk that was resumed does not know what others have seen, and another walk may have asked for something else.
      seen = { isFirst: start.place === undefined };
      return planPages(watched, client, start).pipe(
        tap((page) => {
          failure = E.isLeft(page) && page.left._tag === 'InvalidEnvelope' ? page.left : undefined;
        }),
      );
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
    more?.read(answer) === false && !hasRole(flag.replace(/^.*[./:]|\?$/g, ''), 'more');
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
export const watchPreset = (plan: Plan): WatchedWalk => watchFirst(plan, nextElsewhere);

/** Looks at the first response of `walk` for a next page that the options do not lead to. */
export const watchWalk =
  (flags: SchemeFlags, texts: Texts<typeof schemeOptions>) =>
  (plan: Plan): WatchedWalk => {
    const request = plan.sent ?? { query: new Map(), sent: undefined };
    const lookAt = (answer: Answer) => {
      if (flags.checkEnd === false) return undefined;
      const { response, next } = recognise({ ...answer, ...request }, () => true);
      const isEnd = flags.untilEmpty === true && response?.items.entries.length === 0;
      return inverseIn(flags, texts, answer) ?? (isEnd ? undefined : next);
    };
    const items = flags.items ?? at('data');
    return {
      ...watchFirst(plan, lookAt, { ...flags, items }, { items: 'data', ...texts }),
      beginsAt: beginsAt(request),
    };
  };
