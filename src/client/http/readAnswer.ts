import { type Either, isLeft, isRight, left } from 'fp-ts/Either';
import { type Option, isSome } from 'fp-ts/Option';
import { asyncScheduler } from 'rxjs';
import type { Classify } from '../../model/errors/classify';
import type { Envelope } from '../../model/paging/envelope';
import type { Scheme } from '../../model/paging/scheme';
import { type HttpRequest, type HttpResponse, isSuccess, maxErrorBytes } from '../../model/http';
import type { PageToken } from '../../model/PageToken';
import type { WalkRequests } from '../../model/endpoints/requestsOf';
import { readPage } from '../../model/endpoints/readPage';
import type { GivenNumbers } from '../../model/records/Numbers';
import { saidIn, wordsIn } from '../../model/errors/messageIn';
import { redact, type Redactor, redactProblems } from '../../model/secrets/redact';
import { tokenNames } from '../../model/secrets/tokenNames';
import { waitIn } from '../../model/errors/limitsIn';
import { thrownBy } from '../../model/errors/thrownBy';
import type { PageFailure, Problem } from '../../model/errors/WalkError';
import { printable } from '../../model/text';
import { refusedReason } from '../credentials/Auth';
import type { Received } from '../../transport/singleExchange';

/** Reads what a transport brought: a page, or why there is none, without the secrets that were sent. */
export type ReadAnswer = (
  response: Received,
  request: HttpRequest,
  pageToken: Option<PageToken>,
  redactor: (others: ReadonlyArray<string>) => Redactor,
) => Either<PageFailure, Envelope>;

/** Names of fields that hold the token of another page. */
const ofToken = new RegExp(`^(?!retry).*(?:next|after|delta|${tokenNames})`, 'is');

/** A value of such a field that may be a token: a text without a blank, or a number that no message contains. */
const isToken = (value: unknown): boolean =>
  typeof value === 'string' ? !/\s/.test(value) : typeof value === 'number' && value >= 1e5;

/** What a body says that is not a page, and the tokens that it brings: nobody has read them, but an error may repeat them. */
const parseErrorBody = (
  body: string,
): { readonly parsedBody?: unknown; readonly tokens: ReadonlyArray<string> } => {
  const tokens: Array<string> = [];
  return {
    parsedBody: saidIn(body, (name, value) => {
      if (ofToken.test(name) && isToken(value)) tokens.push(String(value));
      return value;
    }),
    tokens,
  };
};

/** The texts of a page's problems that are kept, so that each is cleaned once. */
const maxTexts = 1_000;

/** Takes secrets out of the problems of records. A page may be full of records with the same ones, or with the same texts. */
const cleaning = (redactor: () => Redactor): NonNullable<Envelope['clean']> => {
  let clean: Redactor | undefined;
  let last: ReadonlyArray<Problem> | undefined;
  let cleaned: ReadonlyArray<Problem> = [];
  const texts = new Map<string, string>();
  const cleanOnce: Redactor = (text, isOwn) => {
    const shown = texts.get(text) ?? (clean ??= redactor())(text, isOwn);
    if (texts.size < maxTexts) texts.set(text, shown);
    return shown;
  };
  return (problems) => {
    if (problems === last) return cleaned;
    last = problems;
    return (cleaned = redactProblems(problems, cleanOnce));
  };
};

interface Reading {
  readonly classify: Classify;
  readonly numbers: GivenNumbers;
}

/** What an error response means, and what the service says in it. */
const classified = (
  classify: Classify,
  { refusals }: Scheme,
  response: HttpResponse,
  parsedBody: unknown,
  pageToken: Option<PageToken>,
): PageFailure => {
  try {
    const reading = classify(response, { pageToken: isSome(pageToken) });
    const { _tag } = reading;
    const message =
      reading.message ?? wordsIn(response, parsedBody, refusals?.wordsIn(response, parsedBody));
    const wait = _tag === 'HttpFailure' ? waitIn(response, asyncScheduler.now()) : undefined;
    return {
      ...(wait !== undefined && { retryAfter: wait }),
      ...reading,
      ...(message && { message }),
      ...(_tag === 'Unauthorized' && { reason: refusedReason }),
    } as PageFailure;
  } catch (error) {
    return thrownBy('classify', error);
  }
};

/** How the responses of a walk are read: a failure by `classify`, a page by the scheme of its endpoint. */
export const readAnswer = (
  { classify, numbers }: Reading,
  { scheme, secretsOf, onlooker }: WalkRequests,
): ReadAnswer => {
  const read = readPage(scheme, numbers, onlooker);
  /** What the page that came last had beside its page token. */
  let own: ReadonlyArray<string> = [];

  return (response, request, pageToken, redactor) => {
    const failed = (
      failure: PageFailure,
      tokens: ReadonlyArray<string> = [],
    ): Either<PageFailure, never> => {
      const shown = redact(redactor([...own, ...tokens]), failure);
      // Only now: a secret may hold a character that does not print.
      const { message } = shown as { readonly message?: string };
      return left(message ? { ...shown, message: printable(message) } : shown);
    };
    if (isLeft(response)) return failed(response.left);
    const answer = response.right;
    // Outside of any `catch`: what a scheme of the user's throws goes to the error channel (law 25).
    const { status } = answer;
    const page = isSuccess(status)
      ? read(answer, request, pageToken)
      : scheme.refusals?.pastEnd(status, pageToken);
    if (page && isRight(page)) {
      const { next, secrets = own } = page.right;
      own = secrets;
      page.right.clean = cleaning(() =>
        redactor([...secrets, ...(isLeft(next) ? [] : secretsOf(next.right))]),
      );
      return page;
    }
    // A transport of the user's may have read more than anybody wants to know of an error (law 22).
    const body = answer.body.slice(0, maxErrorBytes);
    const { parsedBody, tokens } = parseErrorBody(body);
    return failed(
      page ? page.left : classified(classify, scheme, { ...answer, body }, parsedBody, pageToken),
      tokens,
    );
  };
};
