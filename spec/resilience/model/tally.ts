import type { Script } from './Script';
import type { Leg } from './session';

type Case = (script: Script, leg: Leg, legs: ReadonlyArray<Leg>) => boolean;

const endsWith =
  (tag: string): Case =>
  (_, { values }) =>
    values.some(({ isEnd, text }) => isEnd && text.startsWith(tag));

const isOverAfter = (event: string, { isOver, values, events }: Leg): boolean =>
  isOver && values.at(-1)?.isEnd !== true && (events[event] ?? 0) > 0;

const isStopped = ({ isOver, values }: Leg): boolean => !isOver && values.at(-1)?.isEnd !== true;

const hasChanged = ({ before, after, start }: Leg): boolean =>
  after.ever.length > before.ever.length && (start !== undefined || after.requests > before.requests + 1);

/** What runs must have in them to be worth anything. */
const cases: Readonly<Record<string, Case>> = {
  'recovered by retry': (_, leg) => isOverAfter('retry', leg),
  'recovered by refresh': (_, leg) => isOverAfter('refresh', leg),
  'recovered by restart': (_, leg) => isOverAfter('restart', leg),
  'restarted twice': (_, { events }) => (events.restart ?? 0) > 1,
  'gave up restarting': (script, leg, legs) =>
    script.restarts !== undefined && leg.start === undefined && endsWith('PageTokenExpired')(script, leg, legs),
  'expired, not restarted': (script, leg, legs) =>
    script.restarts === undefined && endsWith('PageTokenExpired')(script, leg, legs),
  'resumed walk expired': (script, leg, legs) =>
    leg.start !== undefined && endsWith('PageTokenExpired')(script, leg, legs),
  'ended Unauthorized': endsWith('Unauthorized'),
  'ended HttpFailure': endsWith('HttpFailure'),
  'ended NetworkFailure': endsWith('NetworkFailure'),
  'ended TimedOut': endsWith('TimedOut'),
  'ended InvalidEnvelope': endsWith('InvalidEnvelope'),
  'ended ProtocolViolation': endsWith('ProtocolViolation'),
  'resumed from an error': (_, leg, legs) =>
    leg.start !== undefined && legs[legs.indexOf(leg) - 1]?.values.at(-1)?.isEnd === true,
  'resumed after a stop': (_, leg, legs) => {
    const before = legs[legs.indexOf(leg) - 1];
    return leg.start !== undefined && before !== undefined && isStopped(before);
  },
  'resumed after a restart': (_, leg, legs) =>
    leg.start !== undefined && legs.slice(0, legs.indexOf(leg)).some(({ events }) => (events.restart ?? 0) > 0),
  'stopped by take': (_, leg) => isStopped(leg) && leg.stop !== undefined && 'after' in leg.stop,
  'stopped by time': (_, leg) => isStopped(leg) && leg.stop !== undefined && 'ms' in leg.stop,
  'bad object': (_, { values }) => values.some(({ text }) => text.includes('!')),
  'dropped what was seen': (_, { prediction: { dropped } }) => dropped > 0,
  'changed, default paging': (script, leg) => !script.snapshot && hasChanged(leg),
  'changed, snapshot': (script, leg) => script.snapshot && hasChanged(leg),
  'changed and restarted': (_, leg) => hasChanged(leg) && (leg.events.restart ?? 0) > 0,
  'shifted unseen': (_, { before, after }) => after.shiftedAt > before.shiftedAt,
  'valve was full': (script, { mostHeld }) => script.highWaterMark !== undefined && mostHeld > script.highWaterMark,
  'valve and restart': (script, { events }) => script.highWaterMark !== undefined && (events.restart ?? 0) > 0,
  'one page ahead': (script, { events }) => script.readAhead === 1 && (events.page ?? 0) > 1,
  'ahead and restart': (script, { events }) => script.readAhead === 1 && (events.restart ?? 0) > 0,
};

/** Counts the runs in which each case came up. */
export const tally = () => {
  const counts = new Map(Object.keys(cases).map((name) => [name, 0]));
  return {
    counts: counts as ReadonlyMap<string, number>,
    add: (script: Script, legs: ReadonlyArray<Leg>): void => {
      for (const [name, isCase] of Object.entries(cases)) {
        if (legs.some((leg) => isCase(script, leg, legs))) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    },
    missing: (): ReadonlyArray<string> => [...counts].filter(([, count]) => count === 0).map(([name]) => name),
  };
};
