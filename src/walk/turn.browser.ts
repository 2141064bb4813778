import { timer } from 'rxjs';

/** Emits when the event loop has turned: a timer is all that browsers have for that. */
export const turn = timer(0);
