import { type Bar, type End, type Lane, openBars } from './Lane';
import type { SeenOfWalk } from './SeenEvent';

const addBar = (lane: Lane, page: number, attempt: number, from: number, held: number): Bar => {
  const bar: Bar = {
    page,
    attempt,
    from,
    held,
    to: Infinity,
    outcome: 'asking',
    objects: 0,
    delay: 0,
    failure: '',
  };
  lane.bars.push(bar);
  return bar;
};

const openBarOf = (lane: Lane, page: number): Bar | undefined =>
  openBars(lane).find((bar) => bar.page === page);

/** The request for a page that is under way, or what can be known of one that began before anybody looked. */
const openBar = (lane: Lane, page: number, from: number): Bar =>
  openBarOf(lane, page) ?? addBar(lane, page, 1, from, 0);

const close = (bar: Bar, at: number, came: Partial<Bar>): void => {
  Object.assign(bar, { to: Math.max(at, bar.from), ...came });
};

/** What `failed` says without an error of a walk. The exception itself went to the application. */
const failedOutside = 'an exception of the work, of finish or of the store ended it, under durable';

/** How a walk has ended. An exception under `durable` unsubscribes it, and is a failure all the same. */
const laneEnd = ({ at, failure, unsubscribed, failed, doubts }: SeenOfWalk): End => {
  const isFailed = failed || (failure !== '' && !unsubscribed);
  const how = isFailed ? 'failed' : unsubscribed ? 'unsubscribed' : 'done';
  return { at, how, failure: failed ? failure || failedOutside : failure, doubts };
};

/** The page that failed is the next one to be emitted. What else was under way was aborted. */
const closeAll = (lane: Lane, { at, failure, unsubscribed }: SeenOfWalk): void => {
  const aborted = { outcome: 'unsubscribed' } as const;
  const [next, ...others] = [...openBars(lane)].sort((one, other) => one.page - other.page);
  const isOfPage = failure !== '' && !unsubscribed;
  if (next) close(next, at, isOfPage ? { outcome: 'failed', failure } : aborted);
  for (const bar of others) close(bar, at, aborted);
};

/** Enters an event into the lane of its walk. */
export const enterEvent = (lane: Lane, event: SeenOfWalk): void => {
  const { at, page, objects, failure } = event;
  switch (event.type) {
    case 'request': {
      // A page that was asked for too early and is asked for again, or a recording that has lost a line.
      const before = openBarOf(lane, page);
      if (before) close(before, at, { outcome: 'unsubscribed' });
      addBar(lane, page, event.attempt, at, lane.held);
      lane.held = 0;
      return;
    }
    case 'page':
      close(openBar(lane, page, at - event.ms), at, { outcome: 'page', objects });
      lane.pages += 1;
      lane.objects += objects;
      lane.moved = at;
      lane.rate.add(at, objects);
      return;
    case 'retry':
      close(openBar(lane, page, at), at, { outcome: 'retry', delay: event.delay, failure });
      lane.retries += 1;
      return;
    case 'refresh':
      close(openBar(lane, page, at), at, { outcome: 'refresh' });
      return;
    case 'hold':
      lane.held = event.ms;
      return;
    case 'restart':
      lane.restarts = event.restarts;
      lane.end = { at, failure: '', doubts: [], ...lane.end, how: 'restarted' };
      return;
    case 'slowed':
      return;
    case 'end':
      closeAll(lane, event);
      lane.end = laneEnd(event);
  }
};
