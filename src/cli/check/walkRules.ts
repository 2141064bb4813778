import * as O from 'fp-ts/Option';
import { counted } from '../terminal/text';
import { type Answer, tellAnswer } from './Answer';
import { both, broken, type Evidence, holds, largestIn, notSeen, objectsIn, type Rule, type Verdict } from './Rule';

const oneOnly = notSeen('there was no second page');

/** The error that ended the walk, if one did. */
const lastError = ({ stop }: Evidence) => (typeof stop === 'object' && stop._tag === 'Refused' ? stop : undefined);

/** Broken by what came instead of the page after those that were read; pages count from 1 in sentences. */
const brokenAfter = ({ pages }: Evidence, answer: Answer): Verdict =>
  broken(`page ${pages.length + 1}: ${tellAnswer(answer)}`);

/** Whether the walk ended at the limit: by its name, or because it had come that far. */
const isAtLimit = (evidence: Evidence): boolean => {
  const end = lastError(evidence)?.reading._tag;
  if (end === 'RetrievalLimitExceeded') return true;
  const { limit } = evidence.endpoint;
  return end === 'HttpFailure' && O.isSome(limit) && objectsIn(evidence) + largestIn(evidence) >= limit.value;
};

/** How pages follow one another. */
export const walkRules: ReadonlyArray<Rule> = [
  {
    id: 'readable',
    section: '1',
    text: 'every page that a token selects can be read',
    revisions: both,
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
    id: 'token-once',
    section: '2.1',
    text: 'tokens lead on: none comes twice',
    revisions: both,
    judge: ({ pages, stop }) => {
      if (stop === 'circle') return broken(`page ${pages.length} has a token that was followed before`);
      return pages.length > 1 ? holds() : oneOnly;
    },
  },
  {
    id: 'token-lives',
    section: '2.1.5',
    text: 'a token is good for immediate use',
    revisions: both,
    judge: (evidence) => {
      const end = lastError(evidence);
      if (end?.reading._tag === 'PageTokenExpired') return brokenAfter(evidence, end);
      return evidence.pages.length > 1 ? holds() : oneOnly;
    },
  },
  {
    id: 'token-again',
    section: '4.1',
    text: 'the same request with the same token is answered again',
    revisions: both,
    judge: ({ again }) => {
      if (O.isNone(again)) return oneOnly;
      if (again.value._tag === 'Silent') return notSeen(tellAnswer(again.value));
      return again.value._tag === 'Refused' ? broken(tellAnswer(again.value)) : holds();
    },
  },
  {
    id: 'token-place',
    section: '4.1',
    text: 'pageToken is read: in the query string of GET, in the body of POST',
    revisions: both,
    judge: ({ endpoint, pages: [first, second] }) => {
      if (first === undefined || second === undefined) return oneOnly;
      if (first.digest !== second.digest) return holds(`in the ${endpoint.method === 'GET' ? 'query' : 'body'}`);
      return first.isDistinct ? broken('the second page is the first one again') : notSeen('its objects are all alike');
    },
  },
  {
    id: 'limit',
    section: '8',
    text: 'paging beyond 10,000 objects is an error (7.1)',
    revisions: ['1.0'],
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
