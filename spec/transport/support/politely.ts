import * as E from 'fp-ts/Either';
import { asyncScheduler, defer, mergeMap, type Observable } from 'rxjs';
import type { ColdObservable } from 'rxjs/internal/testing/ColdObservable';
import type { RunHelpers } from 'rxjs/testing';
import type { HttpRequest, HttpResponse, Transport, TransportFailure } from '../../../src/index';
import { marbles } from '../../support/marbles';

export type Answer = E.Either<TransportFailure, HttpResponse>;

export const request = (url: string): HttpRequest => ({ method: 'GET', url, headers: {} });

export const response = (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  E.right({ status, headers, body: '' });

/** What the answers of a script may be, by their letters. */
export const answers: Readonly<Record<string, Answer>> = {
  o: response(200),
  t: response(429),
  T: response(429, { 'retry-after': '2' }),
  /** Nothing remains, which is no refusal. */
  r: response(200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '2' }),
  s: response(503),
  S: response(503, { 'retry-after': '2' }),
  b: response(500, { 'retry-after': '2' }),
  n: E.left({ _tag: 'NetworkFailure', reason: 'broken' }),
};

export interface PoliteScript {
  /** When requests are asked for; each letter is a request. */
  readonly asked: string;
  /** What each is answered, from the moment it is sent. */
  readonly answered: Readonly<Record<string, string>>;
  /** When each is sent and when it is over. */
  readonly sent: Readonly<Record<string, string | ReadonlyArray<string>>>;
}

/** A transport that notes when each of its requests starts. */
export const noting = (answer: (url: string, start: number) => Observable<Answer>) => {
  const starts: Array<number> = [];
  const transport: Transport = ({ url }) =>
    defer(() => answer(url, starts.push(asyncScheduler.now())));
  return { starts, transport };
};

/** A spec under virtual time: what is asked, what is answered, and when each request must be in flight. */
export const politely = (
  decorate: () => (transport: Transport) => Transport,
  script: PoliteScript,
): (() => void) =>
  marbles(({ cold, expectObservable, expectSubscriptions }: RunHelpers) => {
    const exchanges: Record<string, ColdObservable<Answer>> = {};
    for (const [name, marble] of Object.entries(script.answered))
      exchanges[name] = cold(marble, answers);
    const transport = decorate()(({ url }) => exchanges[url] as Observable<Answer>);
    const asked: Observable<string> = cold(script.asked);
    // What is expected of the answers is said by the subscriptions; without it they would not be awaited.
    expectObservable(asked.pipe(mergeMap((name) => transport(request(name)))));
    for (const [name, sent] of Object.entries(script.sent)) {
      expectSubscriptions(exchanges[name]?.subscriptions ?? []).toBe(sent as string);
    }
  });
