import { polite, type PoliteOptions, type Transport, type WalkEvent } from '../../index';

/** Keeps a walk to what the service allows, and knows when it is the service that one waits for. */
export interface ServicePace {
  readonly decorate: (transport: Transport) => Transport;
  readonly note: (event: WalkEvent) => void;
  readonly isWaiting: () => boolean;
}

/** The answers that mean "later": too many requests, and too busy. */
const later: ReadonlyArray<number> = [429, 503];

/** Without limits the service may still ask for time, and is given it by the client's own retries. */
export const servicePace = (limits?: PoliteOptions): ServicePace => {
  const line = limits === undefined ? undefined : polite(limits);
  let waiting = 0;
  let isAskedToWait = false;
  line?.state.subscribe((state) => {
    waiting = state.waiting;
  });
  return {
    decorate: (transport) => line?.(transport) ?? transport,
    note: (event) => {
      isAskedToWait =
        event.type === 'retry' && event.failure._tag === 'HttpFailure' && later.includes(event.failure.status);
    },
    isWaiting: () => isAskedToWait || waiting > 0,
  };
};
