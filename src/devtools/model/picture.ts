import { createRate, type Lane } from './Lane';
import { rememberEvent } from './laneMemory';
import type { SeenEvent, SeenOfPolite, SeenOfWalk } from './SeenEvent';

/** A time in which a `polite` started nothing, because its service had asked for that. */
export interface HeldTime {
  readonly from: number;
  until: number;
}

const maxHolds = 200;

/** Enters a hold; one that is made longer is still one hold. */
const enterHold = (holds: Array<HeldTime>, { at, heldUntil }: SeenOfPolite): void => {
  if (heldUntil <= at) return;
  const last = holds.at(-1);
  if (last && last.until >= at) last.until = Math.max(last.until, heldUntil);
  else holds.push({ from: at, until: heldUntil });
  if (holds.length > maxHolds) holds.shift();
};

const emptyCounts = () => ({
  objects: 0,
  rate: createRate(),
  bars: 0,
  dropped: 0,
  first: Infinity,
  last: -Infinity,
});

export type Picture = ReturnType<typeof createPicture>;

/** Everything that is known of the walks. It has no clock and no window: the same events give the same lanes. */
export const createPicture = ({ maxLanes = 2_000, maxBars = 60_000 } = {}) => {
  /** All objects that have come, those of forgotten walks included, and how many walks were forgotten. */
  const picture = {
    maxLanes,
    maxBars,
    lanes: new Set<Lane>(),
    byWalk: new Map<string, Lane>(),
    /** The states of the `polite`s, as they were last reported. */
    lines: new Map<number, SeenOfPolite>(),
    /** What was last said of how many requests a `polite` starts in a minute. */
    slowed: undefined as SeenOfWalk | undefined,
    /** The oldest first. */
    holds: [] as Array<HeldTime>,
    ...emptyCounts(),
    add: (event: SeenEvent, source = 0): void => {
      picture.first = Math.min(picture.first, event.at);
      picture.last = Math.max(picture.last, event.at);
      if (event.type === 'polite') {
        picture.lines.set(source, event);
        enterHold(picture.holds, event);
        return;
      }
      rememberEvent(picture, event, source);
      if (event.type === 'slowed') picture.slowed = event;
      if (event.type !== 'page') return;
      picture.objects += event.objects;
      picture.rate.add(event.at, event.objects);
    },
    clear: (): void => {
      picture.lanes.clear();
      picture.byWalk.clear();
      picture.lines.clear();
      picture.slowed = undefined;
      picture.holds.length = 0;
      Object.assign(picture, emptyCounts());
    },
  };
  return picture;
};
