import {
  type Bar,
  type Lane,
  openBars,
  type LaneOutcome,
  objectsPerSecond,
  laneState,
  stillFor,
  titleOf,
} from './Lane';
import { type Fact, facts } from './facts';
import type { SeenOfPolite, SeenOfWalk } from './SeenEvent';

/** A whole number with commas. To make an `Intl.NumberFormat` takes longer than to walk a page. */
export const grouped = (count: number): string =>
  String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',');

export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

export const paceText = (pace: number): string =>
  pace >= 10 || pace === 0 ? grouped(pace) : pace.toFixed(1);

/** A time as people say it: 42 ms, 4.2 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export const durationText = (ms: number): string => {
  if (ms < 999.5) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? `${hours} h ${minutes % 60} min`
    : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

export const clockText = (at: number, withMs = true): string => {
  const date = new Date(at);
  const time = date.toTimeString().slice(0, 8);
  return withMs ? `${time}.${String(date.getMilliseconds()).padStart(3, '0')}` : time;
};

const stateWord = (lane: Lane, now: number): string => {
  const [state, last] = [laneState(lane), lane.bars.at(-1)];
  if (state === 'retrying' && last)
    return `tries again in ${durationText(last.to + last.delay - now)}`;
  if (state === 'asking') return stillFor(lane, now) > 0 ? 'no response' : 'asking';
  return state === 'waiting' ? 'held' : state;
};

export const stateText = (lane: Lane, now: number): string => {
  const still = stillFor(lane, now);
  const word = stateWord(lane, now);
  return still > 0 && laneState(lane) !== 'retrying' ? `${word}, ${durationText(still)}` : word;
};

/** Why a walk does not move, in a sentence; empty where it does. */
const stillReason = (lane: Lane, now: number): string => {
  const last = lane.bars.at(-1);
  if (last === undefined || stillFor(lane, now) === 0) return '';
  const still = `For ${durationText(stillFor(lane, now))}`;
  const state = laneState(lane);
  if (state === 'asking')
    return `${still} the service has not responded, or the request waits in a queue.`;
  if (state === 'retrying') return `${still} nothing has come: ${last.failure}.`;
  return `${still} the consumer has asked for nothing more: its valve is closed, or it is at work.`;
};

const outcomes: Readonly<Record<LaneOutcome, (took: string, bar: Bar) => string>> = {
  asking: (took) => `under way for ${took}`,
  page: (took, { objects }) => `${counted(objects, 'object')} after ${took}`,
  retry: (took, { delay }) => `failed after ${took}; sent again after ${durationText(delay)}`,
  refresh: (took) => `the credential was refused after ${took}; sent again with another one`,
  failed: (took) => `failed after ${took}, and ended the walk`,
  unsubscribed: (took) => `unsubscribed after ${took}`,
};

const outcomeText = (bar: Bar, now: number): string =>
  outcomes[bar.outcome](durationText(Math.min(bar.to, now) - bar.from), bar);

const requestText = ({ page, attempt }: Bar): string =>
  `page ${page + 1}${attempt > 1 ? `, attempt ${attempt}` : ''}`;

export const barText = (bar: Bar, now: number): string =>
  `${requestText(bar)}: ${outcomeText(bar, now)}`;

/** What the consumer did with a page before it asked for the next one. */
const pauseText = (lane: Lane, bar: Bar, now: number): string => {
  if (bar.outcome !== 'page') return '';
  const next = lane.bars[lane.bars.indexOf(bar) + 1];
  if (next)
    return next.from > bar.to
      ? `the next page was requested ${durationText(next.from - bar.to)} later`
      : '';
  return lane.end ? '' : `no other page was requested for ${durationText(now - bar.to)}`;
};

export const barFacts = (lane: Lane, bar: Bar, now: number): ReadonlyArray<Fact> =>
  facts(
    ['Walk', `${titleOf(lane)}, ${lane.endpoint} ${lane.walk}`],
    ['Requested', `${requestText(bar)}, at ${clockText(bar.from)}`],
    ['Result', outcomeText(bar, now)],
    ['Failure', bar.failure],
    ['Then', pauseText(lane, bar, now)],
    [
      'Held',
      bar.held > 0
        ? `sent though the valve was closed: its token had been held for ${durationText(bar.held)}`
        : '',
    ],
  );

/** When the walk came into its state: a request that is under way began it, one that is over ended the one before. */
const sinceOf = (lane: Lane): number =>
  lane.end?.at ?? openBars(lane)[0]?.from ?? lane.bars.at(-1)?.to ?? lane.begun;

export const laneFacts = (lane: Lane, now: number): ReadonlyArray<Fact> => {
  const { end, begun, objects, pages, retries, restarts, dropped } = lane;
  const read = `${counted(objects, 'object')} in ${counted(pages, 'page')}, ${paceText(objectsPerSecond(lane, now))} per second`;
  return facts(
    ['Walk', `${titleOf(lane)}, ${lane.endpoint} ${lane.walk}`],
    ['State', `${stateWord(lane, now)}, since ${clockText(sinceOf(lane))}`],
    ['Standing still', stillReason(lane, now)],
    ['Failure', end?.failure ?? ''],
    ...(end?.doubts ?? []),
    [
      'Began',
      `${clockText(begun)}, ${durationText((end?.at ?? now) - begun)}${end ? '' : ' so far'}`,
    ],
    ['Read', read],
    ['Retries', retries > 0 ? grouped(retries) : ''],
    ['Restarts', restarts > 0 ? grouped(restarts) : ''],
    ['Not shown', dropped > 0 ? counted(dropped, 'earlier request') : ''],
  );
};

export const laneText = (lane: Lane, now: number): string => {
  const still = stillFor(lane, now) > 0 ? 'standing still, ' : '';
  return `${titleOf(lane)}, walk ${lane.walk}, ${still}${stateText(lane, now)}, ${counted(lane.objects, 'object')}`;
};

const stateOfLines = (all: ReadonlyArray<SeenOfPolite>, now: number): string => {
  const sum = (name: 'inFlight' | 'waiting'): string =>
    grouped(all.reduce((total, line) => total + line[name], 0));
  const heldUntil = Math.max(...all.map((line) => line.heldUntil));
  const usedUpUntil = Math.max(...all.map((line) => line.usedUpUntil));
  const held = heldUntil > now ? `, held for ${durationText(heldUntil - now)}` : '';
  const usedUp =
    usedUpUntil > now
      ? `, the service's limit is used up until ${clockText(usedUpUntil, false)}`
      : '';
  return `${sum('inFlight')} in flight, ${sum('waiting')} waiting${usedUp || held}`;
};

/** What the `polite`s do, in words; empty where nothing is known of any. */
export const lineText = (
  lines: Iterable<SeenOfPolite>,
  now: number,
  slowed?: Pick<SeenOfWalk, 'at' | 'perMinute'>,
): string => {
  const all = [...lines];
  const said = [
    ...(all.length > 0 ? [stateOfLines(all, now)] : []),
    ...(slowed
      ? [`since ${clockText(slowed.at, false)} ${counted(slowed.perMinute, 'request')} a minute`]
      : []),
  ];
  return said.length > 0 ? `polite: ${said.join(', ')}` : '';
};
