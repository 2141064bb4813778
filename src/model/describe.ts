import {
  type BrokenRule,
  type Ended,
  matchWalkError,
  type Problem,
  type ServiceAnswer,
  type WalkError,
} from './WalkError';

const brokenRules: Readonly<Record<BrokenRule, string>> = {
  EmptyToken: 'the page says that more results exist, but its nextPageToken is empty',
  NullToken: 'nextPageToken is null, which revision 2.0 does not know as an end (the last page has none)',
  UnsendableToken: 'nextPageToken holds half a surrogate pair, which no query string can carry back',
  RepeatedToken: 'nextPageToken is one that this walk has followed already: the pages go round in a circle',
  EmptyPages:
    'page after page came empty though each said that more results exist (the option emptyPages sets how many to follow)',
};

const list = (problems: ReadonlyArray<Problem>): string =>
  problems.map(({ at, message }) => `${at} ${message}`).join('; ');

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const reached = ({ progress: { pages, objects, attempts } }: Ended): string =>
  `(after ${counted(pages, 'page')} with ${counted(objects, 'object')}${attempts > 1 ? `, ${attempts} attempts` : ''})`;

const said = ({ status, errorName, errorCode, errorInstanceId }: Partial<ServiceAnswer>): string =>
  [status, errorName ?? errorCode, errorInstanceId && `instance ${errorInstanceId}`].filter(Boolean).join(', ');

const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

const sentence = matchWalkError<string>({
  InvalidRequest: (e) => `the request cannot be right and was not sent: ${list(e.problems)}`,
  Unauthorized: (e) => `not authorized: ${e.reason}${e.status === undefined ? '' : ` (${said(e)})`} ${reached(e)}`,
  PageTokenExpired: (e) =>
    `the service no longer takes the page token (${said(e)}); start the walk again ${reached(e)}`,
  RetrievalLimitExceeded: (e) => `the service hands out no more objects of this query (${said(e)}) ${reached(e)}`,
  HttpFailure: (e) =>
    `the service answered ${said(e)}${e.status >= 300 && e.status < 400 ? ', and redirects are not followed' : ''} ${reached(e)}`,
  NetworkFailure: (e) => `no response: ${e.reason}${e.code === undefined ? '' : ` (${e.code})`} ${reached(e)}`,
  TimedOut: (e) => `the response was not complete within ${e.after} ms ${reached(e)}`,
  InvalidEnvelope: (e) => `the response is not a page: ${list(e.problems)} ${reached(e)}`,
  InvalidObject: (e) => `object ${e.index} of page ${e.page} is invalid: ${list(e.problems)}`,
  ProtocolViolation: (e) => `the service broke its paging rules: ${brokenRules[e.rule]} ${reached(e)}`,
});

/**
 * Says an error in one readable line, which never holds a credential or a page token.
 *
 * @example
 * ```ts
 * import { describe, walkError } from 'pagewalk';
 *
 * console.log(describe(walkError('TimedOut', { after: 5000, progress: { pages: 2, objects: 200, attempts: 1 } })));
 * // Logs:
 * // TimedOut: the response was not complete within 5000 ms (after 2 pages with 200 objects)
 * ```
 *
 * @since 0.1.0
 */
export const describe = (error: WalkError): string => `${error._tag}: ${printable(sentence(error))}`;
