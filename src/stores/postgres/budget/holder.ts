import { Observable, Subject, type Subscriber } from 'rxjs';
import type { Budget, Permit } from '../../../transport/Budget';
import { type Queue, queue } from '../../../model/scheduling/queue';

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

/** What a holder knows, and who waits for it. */
interface BudgetSharer extends HolderOptions {
  readonly waiting: Queue<Subscriber<Permit>>;
  /** Requests that are not over, by their permits. */
  readonly flying: Map<string, Subject<void>>;
  unused: ReadonlyArray<string>;
  isCounted: boolean;
  isRelease: boolean;
  /** The number of the last question. */
  number: number;
  /** When the service wants requests again. */
  heldUntil: number;
  /** When the last question was sent that got an answer. */
  confirmed: number;
  isAsking: boolean;
  /** Whether the store has heard of everything that it should know soon. */
  isTold: boolean;
  next?: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  expiry?: ReturnType<typeof setTimeout>;
}

const lose = ({ flying }: BudgetSharer, permits: Iterable<string>): void => {
  for (const permit of [...permits]) {
    const lost = flying.get(permit);
    flying.delete(permit);
    lost?.next();
  }
};

/** The store counts from when it hears a question, which is after that was sent. */
const watch = (holder: BudgetSharer): void => {
  const { flying, confirmed, lease } = holder;
  clearTimeout(holder.expiry);
  const left = Math.max(1, confirmed + lease - performance.now());
  if (flying.size > 0) holder.expiry = setTimeout(() => lose(holder, flying.keys()), left);
};

const soon = (holder: BudgetSharer, ms: number): void => {
  const { isAsking, next } = holder;
  const at = performance.now() + ms;
  if (isAsking || (next && next.at <= at)) return;
  clearTimeout(next?.timer);
  holder.next = { at, timer: setTimeout(() => void question(holder), ms) };
};

/** The store should know soon. */
const tell = (holder: BudgetSharer): void => {
  holder.isTold = false;
  soon(holder, together);
};

const giveBack = (holder: BudgetSharer, permit: string): void => {
  holder.unused = [...holder.unused, permit];
  tell(holder);
};

const releasing =
  (holder: BudgetSharer, permit: string) =>
  (isUnused?: boolean): void => {
    if (!holder.flying.delete(permit)) return;
    holder.isRelease = holder.isCounted;
    if (isUnused) giveBack(holder, permit);
    else if (holder.isCounted) tell(holder);
  };

const grant = (holder: BudgetSharer, permit: string): void => {
  const { waiting, flying } = holder;
  if (waiting.size === 0) {
    giveBack(holder, permit);
    return;
  }
  const lost = new Subject<void>();
  flying.set(permit, lost);
  const subscriber = waiting.take();
  subscriber.next({ release: releasing(holder, permit), lost });
  subscriber.complete();
};

/** When no request waits or is in flight, and the store knows it, there is nothing left to do. */
const askNext = (holder: BudgetSharer, wait: number): void => {
  const { isTold, waiting, flying, lease } = holder;
  watch(holder);
  if (!isTold) soon(holder, together);
  else if (waiting.size > 0) soon(holder, Math.min(wait, lease / beats));
  else if (flying.size > 0) soon(holder, lease / beats);
};

const afterAnswer = (holder: BudgetSharer, asked: Question, sent: number, answer: Grant): void => {
  const { granted, lost, wait, age, isCounted } = answer;
  holder.isCounted = isCounted;
  holder.unused = holder.unused.filter((permit) => !asked.unused.includes(permit));
  if (asked.hold > 0 && holder.heldUntil - sent <= asked.hold) holder.heldUntil = 0;
  holder.confirmed = sent;
  lose(holder, lost);
  const use = age <= maxAnswer ? grant : giveBack;
  for (const permit of granted) use(holder, permit);
  askNext(holder, wait);
};

const afterFailure = (holder: BudgetSharer, asked: Question, error: unknown): void => {
  const { waiting, flying } = holder;
  if (holder.isFinal(error)) {
    while (waiting.size > 0) waiting.take().error(error);
    lose(holder, flying.keys());
    watch(holder);
    return;
  }
  holder.isTold = false;
  holder.isRelease ||= asked.isRelease;
  soon(holder, retryDelay * (1 + Math.random()));
};

const question = async (holder: BudgetSharer): Promise<void> => {
  const sent = performance.now();
  const { waiting, flying, isRelease, unused, heldUntil } = holder;
  holder.number += 1;
  holder.next = undefined;
  holder.isAsking = true;
  holder.isTold = true;
  holder.isRelease = false;
  const asked = {
    number: holder.number,
    wanted: waiting.size,
    kept: [...flying.keys()],
    isRelease,
    unused,
    hold: Math.max(0, heldUntil - sent),
  };
  try {
    const answer = await holder.ask(asked);
    holder.isAsking = false;
    afterAnswer(holder, asked, sent, answer);
  } catch (error) {
    holder.isAsking = false;
    afterFailure(holder, asked, error);
  }
};

/** One of those who share a budget. Where the store was not heard of for a lease, its requests are aborted. */
export const budgetHolder = (options: HolderOptions): Budget => {
  const holder: BudgetSharer = {
    ...options,
    waiting: queue(),
    flying: new Map(),
    unused: [],
    isCounted: true,
    isRelease: false,
    number: 0,
    heldUntil: 0,
    confirmed: performance.now(),
    isAsking: false,
    isTold: true,
  };
  return {
    start: () =>
      new Observable((subscriber) => {
        const { waiting } = holder;
        const entry = waiting.push(subscriber);
        // Those who wait already have their turn, and this one comes after them.
        if (waiting.size === 1) soon(holder, together);
        return () => {
          if (waiting.remove(entry)) tell(holder);
        };
      }),
    hold: (ms) => {
      holder.heldUntil = Math.max(holder.heldUntil, performance.now() + ms);
      tell(holder);
    },
  };
};
