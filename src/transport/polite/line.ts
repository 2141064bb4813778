import { Observable, Subject, type Subscriber, type Subscription } from 'rxjs';
import { oneByOne } from '../../model/scheduling/oneByOne';
import { queue } from '../../model/scheduling/queue';
import type { Budget, Permit } from '../Budget';
import type { allOf } from './Gate';
import type { HoldGate } from './hold';
import { permitsOf, unlimited } from './permits';
import type { SteadyClock } from './steadyClock';

/** What lets the first in the line start. */
interface LineRules {
  /** How many requests may be in flight. */
  readonly limit: number;
  readonly gates: ReturnType<typeof allOf>;
  readonly silence: HoldGate;
  readonly clock: SteadyClock;
  readonly budget: Budget | undefined;
}

/** The requests that wait for their turn: first come, first served. */
export const waitingLine = ({ limit, gates, silence, clock, budget }: LineRules) => {
  const waiting = queue<Subscriber<Permit>>();
  const changes = new Subject<void>();
  const inTurn = oneByOne();
  let inFlight = 0;
  let alarm: { readonly due: number; readonly timer: Subscription } | undefined;

  /** In turn: requests whose responses come synchronously would exhaust the stack otherwise. */
  const move = (): void => inTurn(step);
  const permits = budget
    ? permitsOf(budget, clock.now, move, (error) => {
        if (waiting.size > 0) waiting.take().error(error);
        move();
      })
    : unlimited;

  const ring = (): void => {
    alarm = undefined;
    move();
  };

  /** Whether the first in the line may start. There is an alarm only while somebody waits for the time to come. */
  const isReady = (free: number): boolean => {
    const now = clock.now();
    const wait = free > 0 ? gates.wait(now, inFlight) : 0;
    if (free <= 0 || silence.remaining(now) > 0) gates.idle();
    // One that rings sooner stays: where the clock was set back, its timer knows better.
    if (wait > 0 && alarm && now + wait >= alarm.due) return false;
    alarm?.timer.unsubscribe();
    alarm = wait > 0 ? { due: now + wait, timer: clock.after(wait, ring) } : undefined;
    return free > 0 && wait <= 0;
  };

  /** Starts the first in the line if it may start, and looks at the next one. */
  const step = (): void => {
    const free = Math.min(waiting.size, limit - inFlight);
    const isNext = isReady(free);
    const permit = isNext ? permits.take() : undefined;
    if (permit) {
      inFlight += 1;
      const first = waiting.take();
      first.next(permit);
      first.complete();
      move();
    } else {
      if (isNext) gates.idle();
      permits.want(isNext ? Math.min(free, gates.room(clock.now())) : 0);
      changes.next();
    }
  };

  return {
    /** Looks whether the first in the line may start now. */
    move,
    /** Emits after each change. */
    changes,
    get waiting() {
      return waiting.size;
    },
    get inFlight() {
      return inFlight;
    },
    /** Emits a permit when it is the turn of its subscriber, which leaves the line when it unsubscribes before. */
    turn: new Observable<Permit>((subscriber) => {
      const entry = waiting.push(subscriber);
      subscriber.add(() => {
        if (waiting.remove(entry)) move();
      });
      move();
    }),
    /** A request that got a permit is over. */
    ended: (): void => {
      inFlight -= 1;
    },
  };
};
