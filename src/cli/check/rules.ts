import * as O from 'fp-ts/Option';
import { counted } from '../terminal/text';
import { type PageReply, type Reply, tellReply } from './Reply';
import type { Endpoint } from '../../index';

type WalkStop =
  'last page' | 'circle' | 'token too long' | 'too many pages' | Exclude<Reply, PageReply>;

export interface Gathered {
  readonly endpoint: Endpoint;
  readonly hasCredential: boolean;
  readonly pages: ReadonlyArray<PageReply>;
  readonly stop: WalkStop;
  /** The second page, asked for once more. */
  readonly again?: Reply | undefined;
  /** The first and the second page, asked for without a credential. */
  readonly anonymousFirst?: Reply | undefined;
  readonly anonymousSecond?: Reply | undefined;
  /** The first page, with a page size beyond any maximum. */
  readonly large?: Reply | undefined;
  /** The first pages of a walk with snapshot, the second of them twice. */
  readonly snapshot: ReadonlyArray<Reply>;
  /** A page asked for with a token that the service never gave. */
  readonly madeUp?: Reply | undefined;
}

export const objectsGathered = ({ pages }: Gathered): number =>
  pages.reduce((sum, { count }) => sum + count, 0);

const largestIn = ({ pages }: Gathered): number =>
  pages.reduce((max, { count }) => Math.max(max, count), 0);

/** What a check can say of a rule. It can say nothing of a rule that these objects did not put to the test. */
export type Status = 'holds' | 'broken' | 'not seen';

export interface Verdict {
  readonly status: Status;
  readonly detail: string;
}

const holds = (detail = ''): Verdict => ({ status: 'holds', detail });
const broken = (detail: string): Verdict => ({ status: 'broken', detail });
const notSeen = (detail: string): Verdict => ({ status: 'not seen', detail });

const oneOnly = notSeen('there was no second page');
const allInOne = notSeen('one page held all results');
const noLastPage = notSeen('the walk did not reach a last page');

/** The responses to requests beside the walk that should be pages. */
const asked = ({ again, large, snapshot }: Gathered): ReadonlyArray<Reply> =>
  [again, large, ...snapshot].filter((reply) => reply !== undefined);

const seen = (evidence: Gathered): ReadonlyArray<PageReply> => [
  ...evidence.pages,
  ...asked(evidence).filter((reply) => reply._tag === 'Page'),
];

/** Broken by the first page that breaks it, and not seen where there was no page that could. */
const judgeEach = (
  pages: ReadonlyArray<PageReply>,
  problem: (page: PageReply) => string | undefined,
  none = notSeen('no page was seen'),
): Verdict => {
  const found = pages.map(problem).find((text) => text !== undefined);
  if (found !== undefined) return broken(found);
  return pages.length > 0 ? holds() : none;
};

const isFull = ({ count }: PageReply): boolean => count > 0;

const isNotLast = ({ token }: PageReply): boolean =>
  token === 'given' || token === 'empty' || token === 'too long';

type Refused = Extract<Reply, { readonly _tag: 'Refused' }>;

const isRefused = (reply: WalkStop | Reply | undefined): reply is Refused =>
  typeof reply === 'object' && reply._tag === 'Refused';

const lastError = ({ stop }: Gathered) => (isRefused(stop) ? stop : undefined);

/** Broken by what came instead of the page after those that were read; pages count from 1 in sentences. */
const brokenAfter = ({ pages }: Gathered, reply: Reply): Verdict =>
  broken(`page ${pages.length + 1}: ${tellReply(reply)}`);

/** Broken where the walk ended with this error, and seen once a token was followed. */
const unlessEndedBy = (evidence: Gathered, tag: Refused['reading']['_tag']): Verdict => {
  const end = lastError(evidence);
  if (end?.reading._tag === tag) return brokenAfter(evidence, end);
  return evidence.pages.length > 1 ? holds() : oneOnly;
};

/** Whether the walk ended at the limit: by its name, or because it had come that far. */
const isAtLimit = (evidence: Gathered): boolean => {
  const end = lastError(evidence)?.reading._tag;
  if (end === 'RetrievalLimitExceeded') return true;
  const { limit } = evidence.endpoint;
  return (
    end === 'HttpFailure' &&
    O.isSome(limit) &&
    objectsGathered(evidence) + largestIn(evidence) >= limit.value
  );
};

/** A request for a page without a credential has to be refused; no other error proves anything. */
const judgeAnonymous = (
  { hasCredential, pages }: Gathered,
  page: number,
  reply: Reply | undefined,
): Verdict => {
  if (!hasCredential && pages.length >= page)
    return broken('the check had no credential, and was given pages');
  if (reply === undefined) return notSeen('there was no such page to ask for');
  if (reply._tag === 'Page') return broken(`the response was ${tellReply(reply)}`);
  const isUnauthorized = isRefused(reply) && [401, 403].includes(reply.reading.status);
  return (isUnauthorized ? holds : notSeen)(tellReply(reply));
};

export interface ServiceRule {
  readonly revision: '1.0' | '2.0' | 'both';
  readonly section: string;
  /** A name that stays the same, for programs. */
  readonly id: string;
  readonly text: string;
  readonly judge: (evidence: Gathered) => Verdict;
}

const rule = (
  revision: ServiceRule['revision'],
  section: string,
  id: string,
  text: string,
  judge: ServiceRule['judge'],
): ServiceRule => ({
  revision,
  section,
  id,
  text,
  judge,
});

/** Every rule of the conventions that a service can be held to from outside, in the order of their sections. */
export const rules: ReadonlyArray<ServiceRule> = [
  rule('both', '1', 'readable', 'every page that a token selects can be read', (evidence) => {
    const { stop, endpoint } = evidence;
    if (stop === 'last page' || isAtLimit(evidence)) return holds();
    if (typeof stop === 'string') return notSeen('the walk was stopped before its end');
    const end = lastError(evidence)?.reading._tag;
    const isUnreadable =
      stop._tag === 'Silent' ||
      end === 'HttpFailure' ||
      (end === 'Unauthorized' && endpoint.revision === '1.0');
    return isUnreadable
      ? brokenAfter(evidence, stop)
      : notSeen('the walk ended before its last page');
  }),
  rule('both', '2.1', 'envelope', 'a page is JSON whose data is an array', (evidence) => {
    const bad = [evidence.stop, ...asked(evidence)].find(
      (reply) => typeof reply === 'object' && reply._tag === 'NoPage',
    );
    return typeof bad === 'object'
      ? broken(tellReply(bad))
      : judgeEach(seen(evidence), () => undefined);
  }),
  rule('both', '2.1', 'token-type', 'nextPageToken is a string, or null, or absent', (evidence) =>
    judgeEach(seen(evidence), ({ token }) => {
      if (token === 'too long') return 'a nextPageToken has more than 65,536 characters';
      return token === 'of a wrong type' ? 'a nextPageToken is of another type' : undefined;
    }),
  ),
  rule('both', '2.1', 'token-once', 'tokens lead on: none comes twice', ({ pages, stop }) => {
    if (stop === 'circle')
      return broken(`page ${pages.length} has a token that was followed before`);
    return pages.length > 1 ? holds() : oneOnly;
  }),
  rule(
    'both',
    '2.1.1',
    'token-not-empty',
    'while more results exist, nextPageToken is not empty',
    (evidence) =>
      judgeEach(
        seen(evidence).filter(isNotLast),
        ({ token }) => (token === 'empty' ? 'a nextPageToken is the empty string' : undefined),
        allInOne,
      ),
  ),
  rule(
    'both',
    '2.1.2',
    'last-page',
    'the last page has no nextPageToken (revision 1.0: or null)',
    (evidence) => {
      const last = evidence.pages.at(-1);
      if (evidence.stop !== 'last page' || last === undefined) return noLastPage;
      if (last.token === 'null' && evidence.endpoint.revision === '2.0')
        return broken('nextPageToken is null');
      return last.token === 'null' || last.token === 'absent' ? holds(last.token) : noLastPage;
    },
  ),
  rule(
    'both',
    '2.1.3',
    'no-empty-page',
    'while more results exist, a page holds at least one',
    (evidence) =>
      judgeEach(
        seen(evidence).filter(isNotLast),
        ({ count }) => (count === 0 ? 'an empty page has a token' : undefined),
        allInOne,
      ),
  ),
  rule('both', '2.1.5', 'token-lives', 'a token can be used at once', (evidence) =>
    unlessEndedBy(evidence, 'PageTokenExpired'),
  ),
  rule('both', '2.2', 'records', 'a record is an object with properties', (evidence) =>
    judgeEach(seen(evidence).filter(isFull), ({ badRecord }) => badRecord),
  ),
  rule('1.0', '2.2', 'scalars', 'property values are scalars', (evidence) =>
    judgeEach(
      seen(evidence).filter(isFull),
      ({ nested }) => nested && `${nested()} is not a scalar`,
    ),
  ),
  rule(
    'both',
    '4.1',
    'token-again',
    'the same request with the same token gets a response again',
    ({ again }) => {
      if (again === undefined) return oneOnly;
      if (again._tag === 'Silent') return notSeen(tellReply(again));
      return isRefused(again) ? broken(tellReply(again)) : holds();
    },
  ),
  rule(
    'both',
    '4.1',
    'token-place',
    'pageToken is read: in the query string of GET, in the body of POST',
    ({ endpoint, pages: [first, second] }) => {
      if (first === undefined || second === undefined) return oneOnly;
      if (first.digest !== second.digest)
        return holds(`in the ${endpoint.method === 'GET' ? 'query' : 'body'}`);
      return first.isDistinct
        ? broken('the second page is the first one again')
        : notSeen('its objects are all alike');
    },
  ),
  rule(
    '1.0',
    '4.1, 8',
    'maximum-page-size',
    'a pageSize above the maximum is reduced to it',
    (evidence) => {
      const { large, pages } = evidence;
      if (large === undefined) return notSeen('the endpoint has no pageSize');
      if (isRefused(large)) return broken(`refused: ${tellReply(large)}`);
      if (large._tag !== 'Page') return notSeen(tellReply(large));
      const text = counted(large.count, 'object');
      const max = largestIn(evidence);
      if (large.count > max) return broken(`${text} instead of at most ${counted(max, 'object')}`);
      return pages.length > 1 ? holds(text) : allInOne;
    },
  ),
  rule('1.0', '4.5', 'snapshot', 'snapshot is accepted', ({ snapshot }) => {
    const other = snapshot.slice(0, 2).find(({ _tag }) => _tag !== 'Page');
    if (other !== undefined) return notSeen(`the endpoint may not support it: ${tellReply(other)}`);
    return snapshot.length > 0 ? holds() : notSeen('the endpoint has no snapshot');
  }),
  rule(
    '1.0',
    '4.5',
    'snapshot-stable',
    'with snapshot, a page asked for twice is the same',
    (evidence) => {
      const [, one, other] = evidence.snapshot;
      if (one === undefined || other === undefined) return oneOnly;
      if (one._tag !== 'Page' || other._tag !== 'Page')
        return notSeen('the page could not be read twice');
      if (one.badRecord !== undefined || other.badRecord !== undefined)
        return notSeen('an object could not be read');
      return one.digest === other.digest ? holds() : broken('the objects differ');
    },
  ),
  rule(
    '2.0',
    '5.1',
    'authentication-first',
    'the first page is refused without a credential',
    (evidence) => judgeAnonymous(evidence, 1, evidence.anonymousFirst),
  ),
  rule(
    '2.0',
    '5.1',
    'authentication-later',
    'a later page is refused without a credential',
    (evidence) => judgeAnonymous(evidence, 2, evidence.anonymousSecond),
  ),
  rule(
    '2.0',
    '5.1',
    'authentication-enough',
    'the credential that opens the first page opens every page',
    (evidence) => unlessEndedBy(evidence, 'Unauthorized'),
  ),
  rule(
    'both',
    '7.2',
    'error-shape',
    'an error has errorCode and errorName (the conventions leave its shape open)',
    (evidence) => {
      const { stop, madeUp, anonymousFirst, anonymousSecond } = evidence;
      const errors = [stop, madeUp, anonymousFirst, anonymousSecond, ...asked(evidence)].filter(
        isRefused,
      );
      const other = errors.find(({ isShaped }) => !isShaped);
      if (other !== undefined) return notSeen(`another shape: ${tellReply(other)}`);
      return errors.length > 0 ? holds() : notSeen('there was no error');
    },
  ),
  rule('1.0', '8', 'limit', 'paging beyond 10,000 objects is an error (7.1)', (evidence) => {
    const limit = O.getOrElse(() => Infinity)(evidence.endpoint.limit);
    const objects = objectsGathered(evidence);
    const text = counted(objects, 'object');
    if (objects > limit) return broken(`${text} were returned`);
    if (!isAtLimit(evidence)) return notSeen(`${text} in all`);
    return objects + largestIn(evidence) >= limit ? holds() : broken(`no more after ${text}`);
  }),
];
