import { Observable, Subject, type Subscriber } from 'rxjs';
import type { Budget, Permit } from '../../../transport/Budget';
import { queue } from '../../../model/scheduling/queue';

export interface Question {
  readonly number: number;
  readonly wanted: number;
  /** The permits of requests that are not over. All others are. */
  readonly kept: ReadonlyArray<string>;
  /** Whether requests have ended since the last question, so that others can start. */
  readonly isRelease: boolean;
  /** The permits with which nothing was sent. */
  readonly unused: ReadonlyArray<string>;
  /** Milliseconds for which a service wants no requests. */
  readonly hold: number;
}

export interface Grant {
  readonly granted: ReadonlyArray<string>;
  /** Those of `kept` that no longer count. */
  readonly lost: ReadonlyArray<string>;
  /** Milliseconds until this holder can expect its turn. */
  readonly wait: number;
  /** Milliseconds that have passed since the permits were granted, at most. */
  readonly age: number;
  /** Whether requests in flight are counted: then waiting holders should learn soon that one is over. */
  readonly isCounted: boolean;
}

export interface HolderOptions {
  readonly ask: (question: Question) => Promise<Grant>;
  /** Whether asking again cannot help. */
  readonly isFinal: (error: unknown) => boolean;
  /** Milliseconds after which the requests of a holder that is not heard of count as over. */
  readonly lease: number;
}

// A response that took longer is out of date: what it granted is given back.
const maxAnswer = 2_000;
/** Changes that come in quick succession go into one question. */
const together = 5;
const retryDelay = 500;
/** How often in a lease a holder is heard of: the store may be away for most of one before requests are aborted. */
const beats = 8;

/** One of those who share a budget. Where the store was not heard of for a lease, its requests are aborted. */
export const budgetHolder = ({ ask, isFinal, lease }: HolderOptions): Budget => {
  const waiting = queue<Subscriber<Permit>>();
  const flying = new Map<string, Subject<void>>();
  let unused: ReadonlyArray<string> = [];
  let isCounted = true;
  let isRelease = false;
  let number = 0;
  let heldUntil = 0;
  let confirmed = performance.now();
  let isAsking = false;
  let isTold = true;
  let next: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  const lose = (permits: Iterable<string>): void => {
    for (const permit of [...permits]) {
      const lost = flying.get(permit);
      flying.delete(permit);
      lost?.next();
    }
  };

  /** The store counts from when it hears a question, which is after that was sent. */
  const watch = (): void => {
    clearTimeout(expiry);
    const left = Math.max(1, confirmed + lease - performance.now());
    if (flying.size > 0) expiry = setTimeout(() => lose(flying.keys()), left);
  };

  const soon = (ms: number): void => {
    const at = performance.now() + ms;
    if (isAsking || (next && next.at <= at)) return;
    clearTimeout(next?.timer);
    next = { at, timer: setTimeout(() => void question(), ms) };
  };

  /** The store should know soon. */
  const tell = (): void => {
    isTold = false;
    soon(together);
  };

  const giveBack = (permit: string): void => {
    unused = [...unused, permit];
    tell();
  };

  const grant = (permits: ReadonlyArray<string>): void => {
    for (const permit of permits) {
      if (waiting.size === 0) {
        giveBack(permit);
        continue;
      }
      const lost = new Subject<void>();
      flying.set(permit, lost);
      const release = (isUnused?: boolean): void => {
        if (!flying.delete(permit)) return;
        isRelease = isCounted;
        if (isUnused) giveBack(permit);
        else if (isCounted) tell();
      };
      const subscriber = waiting.take();
      subscriber.next({ release, lost });
      subscriber.complete();
    }
  };

  /** When no request waits or is in flight, and the store knows it, there is nothing left to do. */
  const askNext = (wait: number): void => {
    watch();
    if (!isTold) soon(together);
    else if (waiting.size > 0) soon(Math.min(wait, lease / beats));
    else if (flying.size > 0) soon(lease / beats);
  };

  const question = async (): Promise<void> => {
    next = undefined;
    isAsking = true;
    isTold = true;
    const sent = performance.now();
    const hold = Math.max(0, heldUntil - sent);
    const asked = { wanted: waiting.size, kept: [...flying.keys()], isRelease, unused, hold };
    isRelease = false;
    try {
      number += 1;
      const answer = await ask({ number, ...asked });
      isAsking = false;
      isCounted = answer.isCounted;
      unused = unused.filter((permit) => !asked.unused.includes(permit));
      if (hold > 0 && heldUntil - sent <= hold) heldUntil = 0;
      confirmed = sent;
      lose(answer.lost);
      if (answer.age <= maxAnswer) grant(answer.granted);
      else answer.granted.forEach(giveBack);
      askNext(answer.wait);
    } catch (error) {
      isAsking = false;
      if (isFinal(error)) {
        while (waiting.size > 0) waiting.take().error(error);
        lose(flying.keys());
        watch();
        return;
      }
      isTold = false;
      isRelease ||= asked.isRelease;
      soon(retryDelay * (1 + Math.random()));
    }
  };

  return {
    start: () =>
      new Observable((subscriber) => {
        const entry = waiting.push(subscriber);
        // Those who wait already have their turn, and this one comes after them.
        if (waiting.size === 1) soon(together);
        return () => {
          if (waiting.remove(entry)) tell();
        };
      }),
    hold: (ms) => {
      heldUntil = Math.max(heldUntil, performance.now() + ms);
      tell();
    },
  };
};
