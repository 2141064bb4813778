import * as O from 'fp-ts/Option';
import type { Option } from 'fp-ts/Option';
import * as RA from 'fp-ts/ReadonlyArray';
import { counted } from '../terminal/text';
import { type PageReply, type Reply, tellReply } from './Reply';
import type { Endpoint } from '../../index';

/**
 * Where a walk stopped: at the last page, at a token that came before or that no request can carry, at the maximum of
 * pages, or at another response.
 */
type WalkStop = 'last page' | 'circle' | 'token too long' | 'too many pages' | Exclude<Reply, PageReply>;

export interface Evidence {
  readonly endpoint: Endpoint;
  readonly hasCredential: boolean;
  /** The pages of a walk from the first page on. */
  readonly pages: ReadonlyArray<PageReply>;
  readonly stop: WalkStop;
  /** The second page, asked for once more. */
  readonly again: Option<Reply>;
  /** The first and the second page, asked for without a credential. */
  readonly anonymousFirst: Option<Reply>;
  readonly anonymousSecond: Option<Reply>;
  /** The first page, with a page size beyond any maximum. */
  readonly large: Option<Reply>;
  /** The first pages of a walk with snapshot, the second of them twice. */
  readonly snapshot: {
    readonly first: Option<Reply>;
    readonly second: Option<Reply>;
    readonly again: Option<Reply>;
  };
  /** A page asked for with a token that the service never gave. */
  readonly madeUp: Option<Reply>;
}

export const objectsIn = ({ pages }: Evidence): number => pages.reduce((sum, { count }) => sum + count, 0);

export const largestIn = ({ pages }: Evidence): number => pages.reduce((max, { count }) => Math.max(max, count), 0);

/** What a check can say of a rule. It can say nothing of a rule that these objects did not put to the test. */
export type Status = 'holds' | 'broken' | 'not seen';

export interface Verdict {
  readonly status: Status;
  readonly detail: string;
}

export interface Rule {
  /** A name that stays the same, for programs. */
  readonly id: string;
  readonly section: string;
  readonly text: string;
  /** The only revision that has the rule, where not both have it. */
  readonly revision?: NonNullable<Endpoint['revision']>;
  readonly judge: (evidence: Evidence) => Verdict;
}

export const holds = (detail = ''): Verdict => ({ status: 'holds', detail });
export const broken = (detail: string): Verdict => ({ status: 'broken', detail });
export const notSeen = (detail: string): Verdict => ({ status: 'not seen', detail });

/** The responses to requests beside the walk. */
const asked = ({ again, large, snapshot }: Evidence): ReadonlyArray<Reply> =>
  RA.compact([again, large, snapshot.first, snapshot.second, snapshot.again]);

/** Every page that was seen, in the walk and beside it. */
const seen = (evidence: Evidence): ReadonlyArray<PageReply> => [
  ...evidence.pages,
  ...asked(evidence).filter((answer) => answer._tag === 'Page'),
];

/** Broken by the first page that breaks it, and not seen where there was no page that could. */
const everyPage =
  (problem: (page: PageReply) => string | undefined) =>
  (pages: ReadonlyArray<PageReply>): Verdict => {
    const found = pages.map(problem).find((text) => text !== undefined);
    if (found !== undefined) return broken(found);
    return pages.length > 0 ? holds() : notSeen('no page was seen');
  };

const isNotLast = ({ token }: PageReply): boolean => token === 'given' || token === 'empty' || token === 'too long';

const oneOnly = notSeen('there was no second page');

const isRefused = (answer: Reply): answer is Extract<Reply, { readonly _tag: 'Refused' }> => answer._tag === 'Refused';

const lastError = ({ stop }: Evidence) => (typeof stop === 'object' && isRefused(stop) ? stop : undefined);

/** Broken by what came instead of the page after those that were read; pages count from 1 in sentences. */
const brokenAfter = ({ pages }: Evidence, answer: Reply): Verdict =>
  broken(`page ${pages.length + 1}: ${tellReply(answer)}`);

/** Whether the walk ended at the limit: by its name, or because it had come that far. */
const isAtLimit = (evidence: Evidence): boolean => {
  const end = lastError(evidence)?.reading._tag;
  if (end === 'RetrievalLimitExceeded') return true;
  const { limit } = evidence.endpoint;
  return end === 'HttpFailure' && O.isSome(limit) && objectsIn(evidence) + largestIn(evidence) >= limit.value;
};

/** A request for a page without a credential has to be refused; no other error proves anything. */
const judgeAnonymous = ({ hasCredential, pages }: Evidence, page: number, answer: O.Option<Reply>): Verdict => {
  if (!hasCredential && pages.length >= page) return broken('the check had no credential, and was given pages');
  if (O.isNone(answer)) return notSeen('there was no such page to ask for');
  if (answer.value._tag === 'Page') return broken(`the response was ${tellReply(answer.value)}`);
  return isRefused(answer.value) && [401, 403].includes(answer.value.reading.status)
    ? holds(tellReply(answer.value))
    : notSeen(tellReply(answer.value));
};

const errorsIn = ({ stop, again, anonymousFirst, anonymousSecond, large, snapshot, madeUp }: Evidence) =>
  [
    ...(typeof stop === 'object' ? [stop] : []),
    ...RA.compact([madeUp, anonymousFirst, anonymousSecond, again, large, snapshot.first, snapshot.second]),
  ].filter(isRefused);

/** Every rule of the conventions that a service can be held to from outside, in the order of their sections. */
export const rules: ReadonlyArray<Rule> = [
  {
    id: 'readable',
    section: '1',
    text: 'every page that a token selects can be read',
    judge: (evidence) => {
      const { stop, endpoint } = evidence;
      if (stop === 'last page' || isAtLimit(evidence)) return holds();
      if (typeof stop === 'string') return notSeen('the walk was stopped before its end');
      const isOther =
        stop._tag === 'Silent' ||
        (stop._tag === 'Refused' &&
          (stop.reading._tag === 'HttpFailure' ||
            (stop.reading._tag === 'Unauthorized' && endpoint.revision === '1.0')));
      return isOther ? brokenAfter(evidence, stop) : notSeen('the walk ended before its last page');
    },
  },
  {
    id: 'envelope',
    section: '2.1',
    text: 'a page is JSON whose data is an array',
    judge: (evidence) => {
      const bad = [evidence.stop, ...asked(evidence)].find(
        (answer) => typeof answer === 'object' && answer._tag === 'NoPage',
      );
      return typeof bad === 'object' ? broken(tellReply(bad)) : everyPage(() => undefined)(seen(evidence));
    },
  },
  {
    id: 'token-type',
    section: '2.1',
    text: 'nextPageToken is a string, or null, or absent',
    judge: (evidence) =>
      everyPage(({ token }) => {
        if (token === 'too long') return 'a nextPageToken has more than 65,536 characters';
        return token === 'of a wrong type' ? 'a nextPageToken is of another type' : undefined;
      })(seen(evidence)),
  },
  {
    id: 'token-once',
    section: '2.1',
    text: 'tokens lead on: none comes twice',
    judge: ({ pages, stop }) => {
      if (stop === 'circle') return broken(`page ${pages.length} has a token that was followed before`);
      return pages.length > 1 ? holds() : oneOnly;
    },
  },
  {
    id: 'token-not-empty',
    section: '2.1.1',
    text: 'while more results exist, nextPageToken is not empty',
    judge: (evidence) => {
      const said = everyPage(({ token }) => (token === 'empty' ? 'a nextPageToken is the empty string' : undefined));
      const pages = seen(evidence).filter(isNotLast);
      return pages.length > 0 ? said(pages) : notSeen('one page held all results');
    },
  },
  {
    id: 'last-page',
    section: '2.1.2',
    text: 'the last page has no nextPageToken (revision 1.0: or null)',
    judge: ({ endpoint, pages, stop }) => {
      const last = pages[pages.length - 1];
      if (stop !== 'last page' || last === undefined) return notSeen('the walk did not reach a last page');
      if (last.token === 'null' && endpoint.revision === '2.0') return broken('nextPageToken is null');
      return last.token === 'null' || last.token === 'absent'
        ? holds(last.token)
        : notSeen('the walk did not reach a last page');
    },
  },
  {
    id: 'no-empty-page',
    section: '2.1.3',
    text: 'while more results exist, a page holds at least one',
    judge: (evidence) => {
      const pages = seen(evidence);
      if (!pages.some(isNotLast)) return notSeen('one page held all results');
      return everyPage((page) => (page.count === 0 && isNotLast(page) ? 'an empty page has a token' : undefined))(
        pages,
      );
    },
  },
  {
    id: 'token-lives',
    section: '2.1.5',
    text: 'a token is good for immediate use',
    judge: (evidence) => {
      const end = lastError(evidence);
      if (end?.reading._tag === 'PageTokenExpired') return brokenAfter(evidence, end);
      return evidence.pages.length > 1 ? holds() : oneOnly;
    },
  },
  {
    id: 'records',
    section: '2.2',
    text: 'a record is an object with properties',
    judge: (evidence) => {
      const pages = seen(evidence).filter(({ count }) => count > 0);
      return everyPage(({ badRecord }) => O.toUndefined(badRecord))(pages);
    },
  },
  {
    id: 'scalars',
    section: '2.2',
    text: 'property values are scalars',
    revision: '1.0',
    judge: (evidence) => {
      const pages = seen(evidence).filter(({ count }) => count > 0);
      return everyPage(({ nested }) => (O.isSome(nested) ? `${nested.value()} is not a scalar` : undefined))(pages);
    },
  },
  {
    id: 'token-again',
    section: '4.1',
    text: 'the same request with the same token is answered again',
    judge: ({ again }) => {
      if (O.isNone(again)) return oneOnly;
      if (again.value._tag === 'Silent') return notSeen(tellReply(again.value));
      return again.value._tag === 'Refused' ? broken(tellReply(again.value)) : holds();
    },
  },
  {
    id: 'token-place',
    section: '4.1',
    text: 'pageToken is read: in the query string of GET, in the body of POST',
    judge: ({ endpoint, pages: [first, second] }) => {
      if (first === undefined || second === undefined) return oneOnly;
      if (first.digest !== second.digest) return holds(`in the ${endpoint.method === 'GET' ? 'query' : 'body'}`);
      return first.isDistinct ? broken('the second page is the first one again') : notSeen('its objects are all alike');
    },
  },
  {
    id: 'maximum-page-size',
    section: '4.1, 8',
    text: 'a pageSize above the maximum is reduced to it',
    revision: '1.0',
    judge: (evidence) => {
      const { large, pages } = evidence;
      if (O.isNone(large) || large.value._tag === 'Silent' || large.value._tag === 'NoPage') {
        return notSeen(O.isSome(large) ? tellReply(large.value) : 'the endpoint has no pageSize');
      }
      if (large.value._tag === 'Refused') return broken(`refused: ${tellReply(large.value)}`);
      const max = largestIn(evidence);
      if (large.value.count > max) {
        return broken(`${counted(large.value.count, 'object')} instead of at most ${counted(max, 'object')}`);
      }
      return pages.length > 1 ? holds(counted(large.value.count, 'object')) : notSeen('one page held all results');
    },
  },
  {
    id: 'snapshot',
    section: '4.5',
    text: 'snapshot is accepted',
    revision: '1.0',
    judge: ({ snapshot: { first, second } }) => {
      const answers = RA.compact([first, second]);
      const other = answers.find(({ _tag }) => _tag !== 'Page');
      if (other !== undefined) return notSeen(`the endpoint may not support it: ${tellReply(other)}`);
      return answers.length > 0 ? holds() : notSeen('the endpoint has no snapshot');
    },
  },
  {
    id: 'snapshot-stable',
    section: '4.5',
    text: 'with snapshot, a page asked for twice is the same',
    revision: '1.0',
    judge: ({ snapshot: { second, again } }) => {
      if (O.isNone(second) || O.isNone(again)) return oneOnly;
      const [one, other] = [second.value, again.value];
      if (one._tag !== 'Page' || other._tag !== 'Page') return notSeen('the page could not be read twice');
      if (O.isSome(one.badRecord) || O.isSome(other.badRecord)) return notSeen('an object could not be read');
      return one.digest === other.digest ? holds() : broken('the objects differ');
    },
  },
  {
    id: 'authentication-first',
    section: '5.1',
    text: 'the first page is refused without a credential',
    revision: '2.0',
    judge: (evidence) => judgeAnonymous(evidence, 1, evidence.anonymousFirst),
  },
  {
    id: 'authentication-later',
    section: '5.1',
    text: 'a later page is refused without a credential',
    revision: '2.0',
    judge: (evidence) => judgeAnonymous(evidence, 2, evidence.anonymousSecond),
  },
  {
    id: 'authentication-enough',
    section: '5.1',
    text: 'the credential that opens the first page opens every page',
    revision: '2.0',
    judge: (evidence) => {
      const end = lastError(evidence);
      if (end?.reading._tag === 'Unauthorized') return brokenAfter(evidence, end);
      return evidence.pages.length > 1 ? holds() : oneOnly;
    },
  },
  {
    id: 'error-shape',
    section: '7.2',
    text: 'an error has errorCode and errorName (the conventions leave its shape open)',
    judge: (evidence) => {
      const errors = errorsIn(evidence);
      const other = errors.find(({ isShaped }) => !isShaped);
      if (other !== undefined) return notSeen(`another shape: ${tellReply(other)}`);
      return errors.length > 0 ? holds() : notSeen('there was no error');
    },
  },
  {
    id: 'limit',
    section: '8',
    text: 'paging beyond 10,000 objects is an error (7.1)',
    revision: '1.0',
    judge: (evidence) => {
      const limit = O.getOrElse(() => Infinity)(evidence.endpoint.limit);
      const objects = objectsIn(evidence);
      const told = counted(objects, 'object');
      if (objects > limit) return broken(`${told} were returned`);
      if (!isAtLimit(evidence)) return notSeen(`${told} in all`);
      return objects + largestIn(evidence) >= limit ? holds() : broken(`no more after ${told}`);
    },
  },
];
