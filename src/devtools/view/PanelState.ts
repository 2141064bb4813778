import { countStates, filterLanes, type Lane, type LaneFilter } from '../model/Lane';
import { createPicture } from '../model/picture';
import { fitted, type TimeScale, type Window, windowOf } from '../model/timeScale';
import type { Choice } from './choice';

/** What a panel shows, as somebody has set it. */
export const newPanelState = (isRecorded: boolean) => ({
  picture: createPicture(),
  isRecorded,
  scale: { span: 30_000, end: undefined } as TimeScale,
  /** All of the time is shown, also what comes. */
  isFitted: isRecorded,
  pausedAt: undefined as number | undefined,
  filter: { text: '', shown: 'all' as LaneFilter },
  choice: undefined as Choice | undefined,
  /** Those that the filter lets through. */
  lanes: [] as ReadonlyArray<Lane>,
});

export type PanelState = ReturnType<typeof newPanelState>;

/** A recording that has not grown for this many milliseconds is over. */
export const overAfter = 60_000;

/** The present; where nothing is under way, the moment of the last event. */
export const clockOf = ({ picture, pausedAt, isRecorded }: PanelState): number => {
  if (pausedAt !== undefined) return pausedAt;
  const present = Date.now();
  const { running } = countStates(picture.lanes, present);
  const isOver = running === 0 || (isRecorded && present - picture.last > overAfter);
  return isOver && Number.isFinite(picture.last) ? picture.last : present;
};

/** The part of the time that is shown. */
export const shownWindow = (state: PanelState, now = clockOf(state)): Window => {
  const { first } = state.picture;
  if (state.isFitted && Number.isFinite(first)) state.scale = fitted(first, now);
  return windowOf(state.scale, { first, now });
};

/** Filters the lanes, and counts all of them. */
export const selectLanes = (state: PanelState, now: number) => {
  const { picture, pausedAt, filter } = state;
  // While it is paused, walks that have begun since then are not there yet.
  const begun = [...picture.lanes].filter((lane) => pausedAt === undefined || lane.begun <= now);
  state.lanes = filterLanes(begun, filter, now);
  if (state.choice && !picture.lanes.has(state.choice.lane)) state.choice = undefined;
  return countStates(begun, now);
};
