import { computed, type Signal, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { type Client, explain, type WalkEvent } from 'pagewalk';

/** One event as it is shown. */
export interface Line {
  readonly number: number;
  readonly type: WalkEvent['type'];
  readonly text: string;
}

/** What the walks of a client have done since the last reset. */
export interface WalkActivity {
  readonly requests: Signal<number>;
  readonly pages: Signal<number>;
  /** Whether a request failed and is about to be sent again. */
  readonly isRetrying: Signal<boolean>;
  /** The latest events, the newest first. */
  readonly lines: Signal<ReadonlyArray<Line>>;
  reset(): void;
}

interface Tally {
  readonly requests: number;
  readonly pages: number;
  readonly events: number;
  readonly isRetrying: boolean;
  readonly lines: ReadonlyArray<Line>;
}

const mostLines = 40;
const nothing: Tally = { requests: 0, pages: 0, events: 0, isRetrying: false, lines: [] };

const textOf = (event: WalkEvent): string => {
  switch (event.type) {
    case 'request':
      return event.attempt === 1 ? `page ${event.page + 1}` : `page ${event.page + 1}, attempt ${event.attempt}`;
    case 'page':
      return `page ${event.page + 1}, ${event.objects} objects in ${Math.round(event.ms)} ms`;
    case 'retry':
      return `${event.failure._tag}, again in ${Math.round(event.delay)} ms`;
    case 'refresh':
      return 'credential refused, a new one is asked for';
    case 'restart':
      return 'page token expired, from the first page again';
    case 'hold':
      return `page ${event.page + 1}, before its token expires`;
    case 'end':
      if (event.error !== undefined) return explain(event.error);
      return `${event.unsubscribed ? 'left' : 'last page'}, ${event.objects} objects`;
  }
};

const add = ({ requests, pages, events, isRetrying, lines }: Tally, event: WalkEvent): Tally => ({
  requests: requests + (event.type === 'request' ? 1 : 0),
  pages: pages + (event.type === 'page' ? 1 : 0),
  events: events + 1,
  // From the first failure until something comes of it, the repeated request included.
  isRetrying: event.type === 'retry' || (isRetrying && event.type === 'request'),
  lines: [{ number: events + 1, type: event.type, text: textOf(event) }, ...lines].slice(0, mostLines),
});

/** Puts what a client tells of its walks into signals, until the injection context it is called in is destroyed. */
export const walkActivity = (client: Client): WalkActivity => {
  const tally = signal(nothing);
  client.events.pipe(takeUntilDestroyed()).subscribe((event) => {
    tally.update((before) => add(before, event));
  });
  return {
    requests: computed(() => tally().requests),
    pages: computed(() => tally().pages),
    isRetrying: computed(() => tally().isRetrying),
    lines: computed(() => tally().lines),
    reset: () => {
      tally.set(nothing);
    },
  };
};
