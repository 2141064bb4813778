import { type Either, isLeft, left } from 'fp-ts/Either';
import { type Option, isSome } from 'fp-ts/Option';
import { asyncScheduler } from 'rxjs';
import type { Classify, ErrorReading } from '../model/errors/classify';
import type { Envelope } from '../model/endpoints/Paging';
import { type HttpRequest, type HttpResponse, maxErrorBytes } from '../model/http';
import type { PageToken } from '../model/PageToken';
import type { PreparedWalk } from '../model/endpoints/prepareWalk';
import { readPage } from '../model/endpoints/readPage';
import type { GivenNumbers } from '../model/records/Numbers';
import { messageIn } from '../model/errors/messageIn';
import { redact, redactor, type Redactor, redactProblems } from '../model/errors/redact';
import { retryAfter } from '../model/errors/retryAfter';
import { thrownBy } from '../model/errors/thrownBy';
import type { PageFailure, Problem } from '../model/errors/WalkError';
import { printable } from '../model/text';
import { credentialDetails, refusedReason } from './Auth';
import type { Received } from './exchanged';
import type { Secrets } from './recentSecrets';

/** Reads what a transport brought: a page, or why there is none, without the secrets that were sent. */
export type ReadAnswer = (
  response: Received,
  request: HttpRequest,
  pageToken: Option<PageToken>,
  sent: () => ReadonlyArray<Secrets>,
) => Either<PageFailure, Envelope>;

const ofReading = (reading: ErrorReading, response: HttpResponse): PageFailure => {
  const { _tag } = reading;
  if (_tag === 'Unauthorized') return { ...reading, _tag, reason: refusedReason };
  const wait = _tag === 'HttpFailure' ? retryAfter(response, asyncScheduler.now()) : undefined;
  return { ...(wait !== undefined && { retryAfter: wait }), ...reading, _tag };
};

/** This many words of a secret are looked at. */
const maxWords = 100;

/** What follows the scheme of each value (`Bearer …`), and its longer words. They come one by one: a few are enough. */
function* secretsOf(sent: ReadonlyArray<Secrets>): Generator<string> {
  for (const secrets of sent) {
    for (const value of Object.values<string>(secrets).concat(credentialDetails.of(secrets)?.secrets ?? [])) {
      const secret = Array.isArray(secrets) ? value : value.replace(/^[\w-]+ /, '');
      yield secret;
      // A service may repeat one of them, in another encoding.
      const words = secret.split(/[\s;,="]+/, maxWords);
      if (words.length > 1) yield* words.filter(({ length }) => length > 5);
    }
  }
}

/** Names of fields that hold the token of another page. */
const ofToken = /token|cursor|next|after|continu|bookmark|scroll|marker/i;

/** The tokens that a response brings which is not a page: nobody has read them, but an error may repeat them. */
const tokensIn = (response: Received): ReadonlyArray<string> => {
  const tokens: Array<string> = [];
  try {
    const body = isLeft(response) ? '' : response.right.body.slice(0, maxErrorBytes);
    JSON.parse(body, (name, value: unknown) => {
      if (ofToken.test(name) && (typeof value === 'string' || typeof value === 'number') && !/\s/.test(`${value}`)) {
        tokens.push(`${value}`);
      }
    });
  } catch {
    // What is not JSON has no fields.
  }
  return tokens;
};

/** Takes secrets out of the problems of records. A page may be full of records with the same ones. */
const cleaning = (sent: () => ReadonlyArray<Secrets>): NonNullable<Envelope['clean']> => {
  let clean: Redactor | undefined;
  let last: ReadonlyArray<Problem> | undefined;
  let cleaned: ReadonlyArray<Problem> = [];
  return (problems) => {
    if (problems !== last) cleaned = redactProblems(problems, (clean ??= redactor(secretsOf(sent()))));
    last = problems;
    return cleaned;
  };
};

interface Reading {
  readonly classify: Classify;
  readonly numbers: GivenNumbers;
}

/** How the responses of a walk are read: a failure by `classify`, a page by the scheme of its endpoint. */
export const readAnswer = ({ classify, numbers }: Reading, prepared: PreparedWalk): ReadAnswer => {
  const read = readPage(prepared, numbers);

  /** What a service says about an error. A body that is not JSON, or was cut, says nothing (law 33). */
  const wordsOf = (response: HttpResponse): string | undefined => {
    try {
      const body: unknown = JSON.parse(response.body);
      return prepared.wordsIn?.({ ...response, body, request: { url: '' } }) ?? messageIn(body);
    } catch {
      return undefined;
    }
  };

  const classified = (response: HttpResponse, pageToken: Option<PageToken>): PageFailure => {
    // A transport of the user's may have read more than anybody wants to know of an error (law 22).
    const bounded = { ...response, body: response.body.slice(0, maxErrorBytes) };
    try {
      const reading = classify(bounded, { pageToken: isSome(pageToken) });
      const message = reading.message ? undefined : wordsOf(bounded);
      return ofReading(message === undefined ? reading : { ...reading, message }, bounded);
    } catch (error) {
      return thrownBy('classify', error);
    }
  };

  /** Whether a response may be a page: it has a status of 2xx, or one that says that there is no such page. */
  const isPage = ({ status }: HttpResponse, pageToken: Option<PageToken>): boolean =>
    (status >= 200 && status < 300) || (isSome(pageToken) && prepared.isPastEnd?.(status, pageToken.value) === true);

  const answered = (response: HttpResponse, request: HttpRequest, pageToken: Option<PageToken>) =>
    // Outside of any `catch`: what a scheme of the user's throws goes to the error channel (law 25).
    isPage(response, pageToken) ? read(response, request, pageToken) : left(classified(response, pageToken));

  return (response, request, pageToken, sent) => {
    const answer = isLeft(response) ? response : answered(response.right, request, pageToken);
    if (!isLeft(answer)) {
      const { next } = answer.right;
      const own = (): ReadonlyArray<string> => (isLeft(next) ? [] : prepared.secretsOf(next.right));
      answer.right.clean = cleaning(() => [...sent(), own()]);
      return answer;
    }
    const failure = redact(secretsOf([...sent(), tokensIn(response)]), answer.left);
    // Only now: a secret may hold a character that does not print.
    return left('message' in failure ? { ...failure, message: printable(failure.message ?? '') } : failure);
  };
};
