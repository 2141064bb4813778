import type { WalkError, WalkErrorTag } from '../model/errors/WalkError';

/**
 * What can be said of an error to people who only want their list.
 *
 * @since 0.1.0
 */
export type MessageTag =
  'signIn' | 'notAllowed' | 'notFound' | 'busy' | 'offline' | 'slow' | 'unavailable' | 'limit' | 'broken';

/**
 * What a sentence for people is made of. None of it is a text of the service, a credential or a page token.
 *
 * @since 0.1.0
 */
export interface MessageFacts {
  readonly tag: MessageTag;
  /** Seconds after which it makes sense to try again, where the service says so. */
  readonly seconds?: number;
  /** Objects that have come. */
  readonly objects: number;
}

/** Writes a number as people of a locale do. @inline */
type FormatNumber = (value: number) => string;

/**
 * A text for each tag; `seconds` and `objects` are there to be put into it, and `format` writes them as the locale does.
 *
 * @since 0.1.0
 */
export type Messages = Readonly<Record<MessageTag, (facts: MessageFacts, format: FormatNumber) => string>>;

const tags: Readonly<Record<WalkErrorTag, MessageTag>> = {
  InvalidRequest: 'broken',
  Unauthorized: 'signIn',
  PageTokenExpired: 'busy',
  RetrievalLimitExceeded: 'limit',
  HttpFailure: 'unavailable',
  NetworkFailure: 'offline',
  TimedOut: 'slow',
  InvalidEnvelope: 'broken',
  InvalidObject: 'broken',
  ProtocolViolation: 'broken',
};

/** What the statuses of HTTP mean to people, where that differs from "does not work at the moment". */
const statuses: Readonly<Record<number, MessageTag>> = { 403: 'notAllowed', 404: 'notFound', 408: 'slow', 429: 'busy' };

const english: Messages = {
  signIn: () => 'You are no longer signed in. Sign in again to continue.',
  notAllowed: () => 'You may not see this list.',
  notFound: () => 'This list does not exist any more.',
  busy: ({ seconds }, format) =>
    seconds === undefined
      ? 'The service is busy. Try again in a moment.'
      : `The service is busy. Try again in ${format(seconds)} ${seconds === 1 ? 'second' : 'seconds'}.`,
  offline: () => 'The service cannot be reached. Check your connection and try again.',
  slow: () => 'The service takes too long to answer. Try again.',
  unavailable: () => 'The service does not work at the moment. Try again later.',
  limit: ({ objects }, format) =>
    `The service shows the first ${format(objects)} only. Narrow your search to see the rest.`,
  broken: () => 'Something is wrong with this list. Try again, and tell us if it happens again.',
};

/**
 * The tag and the facts of an error: what a translation is made of.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { walkError } from 'pagewalk';
 * import { messageFacts } from 'pagewalk/angular';
 *
 * const progress = { pages: 4, objects: 400, attempts: 3 };
 * console.log(JSON.stringify(messageFacts(walkError('HttpFailure', { status: 429, retryAfter: 7_000, progress }))));
 * // Logs:
 * // {"tag":"busy","objects":400,"seconds":7}
 * ```
 *
 * @see messageFor
 * @since 0.1.0
 */
export const messageFacts = (error: WalkError): MessageFacts => {
  const objects = error._tag === 'InvalidObject' ? 0 : error.progress.objects;
  if (error._tag !== 'HttpFailure') return { tag: tags[error._tag], objects };
  const tag = statuses[error.status] ?? (error.status < 500 ? 'broken' : 'unavailable');
  const { retryAfter } = error;
  return retryAfter === undefined ? { tag, objects } : { tag: 'busy', objects, seconds: Math.ceil(retryAfter / 1_000) };
};

/**
 * A sentence for people who only want their list; `explain` is for those who are to fix it.
 *
 * The texts are English. Others take their place one by one, or all of them, in any language: each is a function of the
 * facts. Numbers are written as in English, or as in the locale that you give. A list that an exception has stopped has the status `error` and no error: undefined has a sentence too.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { walkError } from 'pagewalk';
 * import { messageFor, type Messages } from 'pagewalk/angular';
 *
 * const error = walkError('TimedOut', { after: 5_000, progress: { pages: 2, objects: 12_000, attempts: 1 } });
 * console.log(messageFor(error));
 * const german = { slow: ({ objects }, format) => `Nach ${format(objects)} Zeilen dauert es zu lange.` } satisfies Partial<Messages>;
 * console.log(messageFor(error, german, 'de'));
 * // Logs:
 * // The service takes too long to answer. Try again.
 * // Nach 12.000 Zeilen dauert es zu lange.
 * ```
 *
 * @see messageFacts
 * @since 0.1.0
 */
export const messageFor = (error: WalkError | undefined, messages: Partial<Messages> = {}, locale = 'en'): string => {
  const facts: MessageFacts = error === undefined ? { tag: 'broken', objects: 0 } : messageFacts(error);
  return (messages[facts.tag] ?? english[facts.tag])(facts, (value) => value.toLocaleString(locale));
};
