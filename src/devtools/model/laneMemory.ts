import { enterEvent } from './enterEvent';
import { createRate, type Lane } from './Lane';
import type { SeenOfWalk } from './SeenEvent';

/** The lanes that are remembered, as far as there is room. */
interface LaneMemory {
  readonly maxLanes: number;
  readonly maxBars: number;
  /** In the order in which they began. */
  readonly lanes: Set<Lane>;
  readonly byWalk: Map<string, Lane>;
  /** How many bars they have, and how many lanes were forgotten. */
  bars: number;
  dropped: number;
}

/** How many walks of one endpoint that have labels and are done stay to be looked at. */
const maxDone = 32;

const laneKey = ({ source, walk }: Pick<Lane, 'source' | 'walk'>): string => `${source} ${walk}`;

const forgetLane = (memory: LaneMemory, lane: Lane): void => {
  const { lanes, byWalk } = memory;
  lanes.delete(lane);
  memory.bars -= lane.bars.length;
  memory.dropped += 1;
  if (byWalk.get(laneKey(lane)) === lane) byWalk.delete(laneKey(lane));
};

/** `walkEach` has a walk for each parent: those that are done would hide those that are under way. */
const forgetDone = (memory: LaneMemory, { source, endpoint }: Lane): void => {
  const isLike = (lane: Lane): boolean =>
    lane.end?.how === 'done' &&
    lane.label !== '' &&
    lane.source === source &&
    lane.endpoint === endpoint;
  for (const lane of [...memory.lanes].filter(isLike).slice(0, -maxDone)) forgetLane(memory, lane);
};

/** Makes room for another lane: the oldest that has ended goes, or else the oldest. */
const makeRoomForLane = (memory: LaneMemory): void => {
  if (memory.lanes.size < memory.maxLanes) return;
  const all = [...memory.lanes];
  const chosen = all.find(({ end }) => end) ?? all[0];
  if (chosen) forgetLane(memory, chosen);
};

/** Half of what may be remembered stays, shared out among the lanes; so this is not done often. */
const trimBars = (memory: LaneMemory): void => {
  const share = Math.max(1, Math.floor(memory.maxBars / 2 / memory.lanes.size));
  memory.bars = 0;
  for (const lane of memory.lanes) {
    const surplus = lane.bars.length - share;
    if (surplus > 0) {
      lane.bars = lane.bars.slice(surplus);
      lane.dropped += surplus;
    }
    memory.bars += lane.bars.length;
  }
};

const laneOf = (memory: LaneMemory, event: SeenOfWalk, source: number): Lane => {
  const { type, at, walk, endpoint, label } = event;
  const before = memory.byWalk.get(laneKey({ source, walk }));
  // Only a walk that has not ended sends a request.
  if (before && (before.end === undefined || type !== 'request')) return before;
  makeRoomForLane(memory);
  const begun = type === 'page' ? at - event.ms : at;
  const counts = { dropped: 0, pages: 0, objects: 0, retries: 0, restarts: 0, held: 0 };
  const known = { source, walk, endpoint, label, begun, moved: begun };
  const lane: Lane = { ...known, ...counts, bars: [], rate: createRate() };
  memory.lanes.add(lane);
  memory.byWalk.set(laneKey(lane), lane);
  return lane;
};

/** Enters an event of a walk, and forgets what there is no room for. */
export const rememberEvent = (memory: LaneMemory, event: SeenOfWalk, source: number): void => {
  const lane = laneOf(memory, event, source);
  const before = lane.bars.length;
  enterEvent(lane, event);
  memory.bars += lane.bars.length - before;
  if (event.type === 'end' && lane.label !== '') forgetDone(memory, lane);
  if (memory.bars > memory.maxBars) trimBars(memory);
};
