import { assertInInjectionContext, inject, InjectionToken, LOCALE_ID } from '@angular/core';
import type { WalkError, WalkErrorTag } from '../model/errors/WalkError';
import { checkKnown } from '../model/optionChecks';
import type { PagewalkFeature } from './PagewalkFeature';

const MESSAGES = new InjectionToken<Partial<Messages>>('the messages of pagewalk');

/** What an error means to people who use the list. @inline */
type MessageTag =
  | 'signIn'
  | 'notAllowed'
  | 'notFound'
  | 'busy'
  | 'offline'
  | 'slow'
  | 'unavailable'
  | 'limit'
  | 'broken';

/** What a sentence is made of. None of it is a text of the service, a credential or a page token. @inline */
interface MessageFacts {
  readonly tag: MessageTag;
  /** Seconds after which it makes sense to try again, where the service says so. */
  readonly seconds?: number;
  /** Objects that have come. */
  readonly objects: number;
}

/** A text for each tag, made of `seconds` and `objects`, which `format` writes as the locale does. @since 0.1.0 */
export type Messages = Readonly<
  Record<MessageTag, (facts: MessageFacts, format: (value: number) => string) => string>
>;

/** What errors mean to people, where that is not that something is wrong with the list. */
const tags: Partial<Record<WalkErrorTag, MessageTag>> = {
  Unauthorized: 'signIn',
  PageTokenExpired: 'busy',
  RetrievalLimitExceeded: 'limit',
  NetworkFailure: 'offline',
  TimedOut: 'slow',
};

/** What the statuses of HTTP mean to people, where that differs from "does not work at the moment". */
const statuses: Readonly<Record<number, MessageTag>> = {
  403: 'notAllowed',
  404: 'notFound',
  408: 'slow',
  429: 'busy',
};

const english: Messages = {
  signIn: () => 'You are no longer signed in. Sign in again to continue.',
  notAllowed: () => 'You may not see this list.',
  notFound: () => 'This list does not exist any more.',
  busy: ({ seconds }, format) =>
    seconds === undefined
      ? 'The service is busy. Try again in a moment.'
      : `The service is busy. Try again in ${format(seconds)} ${seconds === 1 ? 'second' : 'seconds'}.`,
  offline: () => 'The service cannot be reached. Check your connection and try again.',
  slow: () => 'The service takes too long to respond. Try again.',
  unavailable: () => 'The service does not work at the moment. Try again later.',
  limit: ({ objects }, format) =>
    `The service shows the first ${format(objects)} only. Narrow your search to see the rest.`,
  broken: () => 'Something is wrong with this list. Try again, and tell us if it happens again.',
};

const factsOf = (error: WalkError): MessageFacts => {
  const objects = error._tag === 'InvalidObject' ? 0 : error.progress.objects;
  if (error._tag !== 'HttpFailure') return { tag: tags[error._tag] ?? 'broken', objects };
  const tag = statuses[error.status] ?? (error.status < 500 ? 'broken' : 'unavailable');
  const { retryAfter } = error;
  return retryAfter === undefined
    ? { tag, objects }
    : { tag: 'busy', objects, seconds: Math.ceil(retryAfter / 1_000) };
};

/**
 * Replaces the sentences that `injectMessageFor` uses for errors.
 *
 * A function runs in the injection context. Sentences that you leave out stay English.
 *
 * @example
 * ```ts
 * import { providePagewalk, withMessages } from 'pagewalk/angular';
 *
 * const messages = withMessages({ limit: ({ objects }, format) => `Nur die ersten ${format(objects)} werden gezeigt.` });
 * const provider = providePagewalk({ baseURL: 'https://objects.example.com' }, messages);
 * ```
 *
 * @see injectMessageFor
 * @since 0.2.0
 */
export const withMessages = (
  messages: Partial<Messages> | (() => Partial<Messages>),
): PagewalkFeature => {
  const useFactory = (): Partial<Messages> => {
    const given = typeof messages === 'function' ? messages() : messages;
    checkKnown('withMessages', given, Object.keys(english));
    return given;
  };
  return { kind: 'Messages', providers: [{ provide: MESSAGES, useFactory }] };
};

/**
 * Returns a function that describes an error in a sentence for people who use the list; `explain` is for developers.
 *
 * The texts are English, or those of `withMessages`. Numbers are written as Angular's `LOCALE_ID` says. For
 * undefined, which is no error, it is empty: a template can pass `list.error()` as it is.
 *
 * @example
 * ```ts
 * import { injectMessageFor, walkResource } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * // A component, without its decorator. Its template: @if (list.status() === 'error') { {{ messageFor(list.error()) }} }
 * class Issues {
 *   readonly messageFor = injectMessageFor();
 *   readonly list = walkResource({ stream: ({ client }) => client.objects(issues, site) });
 * }
 * ```
 *
 * @see withMessages
 * @since 0.2.0
 */
export const injectMessageFor = (): ((error: WalkError | undefined) => string) => {
  assertInInjectionContext(injectMessageFor);
  const messages = inject(MESSAGES, { optional: true }) ?? {};
  // An injector that stands alone, as in a test, has none. Angular takes de_DE for de-DE, and the platform does not.
  const locale = (inject(LOCALE_ID, { optional: true }) ?? 'en').replaceAll('_', '-');
  return (error) => {
    if (error === undefined) return '';
    const facts = factsOf(error);
    return (messages[facts.tag] ?? english[facts.tag])(facts, (value) =>
      value.toLocaleString(locale),
    );
  };
};
