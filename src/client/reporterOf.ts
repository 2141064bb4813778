import type { Subject } from 'rxjs';
import type { ReportEvent, WalkEvent } from './WalkEvent';
import type { WalkOptions } from './WalkOptions';

/** Reports the events of a walk to its own listener, and to those of its client. */
export const reporterOf = (
  endpoint: string,
  walk: number,
  { valve, label = valve?.label, onEvent }: Pick<WalkOptions, 'label' | 'onEvent' | 'valve'>,
  events?: Subject<WalkEvent>,
): ReportEvent => {
  const origin = { walk, endpoint, ...(label !== undefined && { label }) };
  return (details) => {
    if (!onEvent && !events?.observed) return undefined;
    const event: WalkEvent = { ...origin, ...details() };
    onEvent?.(event);
    events?.next(event);
    return event;
  };
};
