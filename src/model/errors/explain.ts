import { cut, printable } from '../text';
import type { Busy, Superseded } from './Superseded';
import {
  type BrokenRule,
  type Ended,
  matchWalkError,
  type NetworkFailure,
  type Problem,
  type ServiceAnswer,
  type WalkError,
} from './WalkError';

type Details = Partial<ServiceAnswer & Pick<NetworkFailure, 'code' | 'reason'> & Ended>;

const brokenRules: Readonly<Record<BrokenRule, string>> = {
  EmptyToken: 'nextPageToken is empty',
  NullToken: 'nextPageToken is null',
  UnsendableToken: 'the page token cannot be sent back: it is too long, or not well-formed Unicode',
  RepeatedToken: 'the page token or cursor was followed before',
  EmptyPages:
    "too many empty pages: if the first empty page is the end, set end: 'emptyPage' of byCursor; if more of them may come, raise emptyPages",
  TooManyPages: 'there are more pages than maxPages allows',
  MissingCursor: 'the service says that there are more pages, but names no cursor',
  ForeignLink: 'the link to the next page leaves the base address (see anyOrigin of byLink)',
  MoreElsewhere:
    'the response has no next page where the endpoint looks for one, but says at % that there is more: read the next page from there, or set checkEnd: false in the endpoint if that means something else',
  MissingDelta:
    'no page of the run had a token where `delta` of the endpoint looks for one: the next run could not ask from it',
  RepeatedPage:
    'the service sent the page before again: it seems to ignore the cursor (if pages may be equal, see mayRepeat of byOffset and byPageNumber)',
};

/** The number of problems that a line has room for; each may be as long as the names in somebody else's data. */
const maxExplained = 10;

const problemList = (problems: ReadonlyArray<Problem>): string =>
  problems
    .slice(0, maxExplained)
    .map(({ at, message }) => `${cut(at, 200)} ${cut(message, 300)}`)
    .concat(problems.length > maxExplained ? `and ${problems.length - maxExplained} more` : [])
    .join('; ');

/** Where a page is empty although its total says that there are more objects: to ask for it again would bring the same. */
const emptyBefore =
  'the page is empty, though % says that there are more objects: leave out total if that is not the number of all objects';

const sentence = matchWalkError<string>({
  InvalidRequest: (e) => `nothing was sent: ${problemList(e.problems)}`,
  Unauthorized: (e) => e.reason,
  PageTokenExpired: () => 'the service no longer accepts the page token',
  RetrievalLimitExceeded: () => 'the service returns no more objects',
  HttpFailure: ({ status, retryAfter }) =>
    status >= 300 && status < 400
      ? 'redirects are not followed'
      : retryAfter === undefined
        ? 'the service responded'
        : `the service asks to wait ${Math.ceil(retryAfter / 1000)} s`,
  // One with a status is of a login that got a response.
  NetworkFailure: (e) => (e.permanent || 'status' in e ? e.reason : `no response: ${e.reason}`),
  TimedOut: (e) => `no response within ${e.after} ms`,
  InvalidEnvelope: (e) => `the response is not a page: ${problemList(e.problems)}`,
  InvalidObject: (e) => `object ${e.index + 1} of page ${e.page + 1}: ${problemList(e.problems)}`,
  ProtocolViolation: ({ rule, at }) =>
    (rule === 'RepeatedToken' && at !== undefined ? emptyBefore : brokenRules[rule]).replace(
      '%',
      () => cut(at ?? 'another place', 200),
    ),
});

const brief = (said: unknown): string => cut(String(said), 200);

/** What else is known of an error: the words of the service or the platform, and how far the walk came. */
const details = (error: WalkError): string => {
  const {
    status,
    errorName,
    errorCode,
    errorInstanceId,
    code = '',
    reason = '',
    message,
    progress,
  } = error as Details;
  // Node says the code of a failure in its words, too.
  const known = [
    status,
    errorName ?? errorCode,
    errorInstanceId,
    brief(reason).includes(code) ? '' : code,
  ];
  const said = known.filter(Boolean).map(brief).join(' ');
  const { pages = 0, objects = 0, attempts = 0, parent } = progress ?? {};
  const words = message ? `: ${cut(message, 500)}` : '';
  const reached =
    pages + attempts > 0 ? ` (pages ${pages}, objects ${objects}, attempts ${attempts})` : '';
  return `${said && `: ${said}`}${words}${parent === undefined ? '' : `, parent ${brief(parent)}`}${reached}`;
};

/**
 * Explains an error in one readable line. It never contains a credential or a page token, and stays below 2,000 characters.
 *
 * @example
 * ```ts
 * import { explain, walkError } from 'pagewalk';
 *
 * console.log(explain(walkError('TimedOut', { after: 5000, progress: { pages: 2, objects: 200, attempts: 1 } })));
 * // Logs:
 * // TimedOut: no response within 5000 ms (pages 2, objects 200, attempts 1)
 * ```
 *
 * @since 0.2.0
 */
export const explain = (error: WalkError | Superseded | Busy): string =>
  printable(
    error._tag === 'Superseded' || error._tag === 'Busy'
      ? `${error._tag}: ${cut(error.claimedBy ?? 'somebody else', 1_000)} has claimed the walk ${cut(error.id, 1_000)}` +
          (error.claimedAt ? ` at ${error.claimedAt.toISOString()}` : '')
      : `${error._tag}: ${cut(sentence(error), 1_000)}${details(error)}`,
  );
