import { asyncScheduler, type Subscription } from 'rxjs';

/** Calls back when the event loop has turned: a timer is all that browsers have for that. */
export const onTurn = (callback: () => void): Subscription => asyncScheduler.schedule(callback);
