import { illFormed } from './isWellFormed';
import {
  type BrokenRule,
  type Ended,
  matchWalkError,
  type Problem,
  type ServiceAnswer,
  type WalkError,
} from './WalkError';

const brokenRules: Readonly<Record<BrokenRule, string>> = {
  EmptyToken: 'nextPageToken is empty',
  NullToken: 'nextPageToken is null, which ends a walk in revision 1.0 only',
  UnsendableToken: `nextPageToken ${illFormed}`,
  RepeatedToken: 'nextPageToken was followed before: the pages go in a circle',
  EmptyPages: 'too many empty pages in a row (the option emptyPages)',
};

const list = (problems: ReadonlyArray<Problem>): string =>
  problems.map(({ at, message }) => `${at} ${message}`).join('; ');

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const reached = ({ progress: { pages, objects, attempts } }: Ended): string =>
  ` (after ${counted(pages, 'page')} with ${counted(objects, 'object')}${attempts > 1 ? `, ${attempts} attempts` : ''})`;

const said = ({ status, errorName, errorCode, errorInstanceId }: Partial<ServiceAnswer>): string =>
  [status, errorName ?? errorCode, errorInstanceId].filter(Boolean).join(' ');

const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

const sentence = matchWalkError<string>({
  InvalidRequest: (e) => `nothing was sent, because ${list(e.problems)}`,
  Unauthorized: (e) => [e.reason, said(e)].filter(Boolean).join(': ') + reached(e),
  PageTokenExpired: (e) => `the service no longer takes the page token: ${said(e)}${reached(e)}`,
  RetrievalLimitExceeded: (e) => `the service hands out no more objects: ${said(e)}${reached(e)}`,
  HttpFailure: (e) =>
    `the service answered ${said(e)}${Math.floor(e.status / 100) === 3 ? ', redirects are not followed' : ''}${reached(e)}`,
  NetworkFailure: (e) => `no response: ${[e.reason, e.code].filter(Boolean).join(', ')}${reached(e)}`,
  TimedOut: (e) => `the response was not complete within ${e.after} ms${reached(e)}`,
  InvalidEnvelope: (e) => `the response is not a page: ${list(e.problems)}${reached(e)}`,
  InvalidObject: (e) => `object ${e.index} of page ${e.page}: ${list(e.problems)}`,
  ProtocolViolation: (e) => brokenRules[e.rule] + reached(e),
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
