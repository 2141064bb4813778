import type { Bar, Lane } from '../model/Lane';

export interface Choice {
  readonly lane: Lane;
  readonly bar: Bar | undefined;
}

const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value));

/** The walk this many rows further down; the first one where none is chosen. */
const laneFrom = (
  lanes: ReadonlyArray<Lane>,
  choice: Choice | undefined,
  steps: number,
): Choice | undefined => {
  const index = choice === undefined ? -1 : lanes.indexOf(choice.lane);
  const lane = lanes[index < 0 ? 0 : clamp(index + steps, lanes.length - 1)];
  return lane && { lane, bar: undefined };
};

/** Another request of the same walk; the last one where none is chosen. */
const barFrom = (choice: Choice | undefined, steps: number): Choice | undefined => {
  if (choice === undefined) return undefined;
  const { lane, bar } = choice;
  const index = bar === undefined ? lane.bars.length : lane.bars.indexOf(bar);
  return { lane, bar: lane.bars[clamp(index + steps, lane.bars.length - 1)] };
};

/** What a key chooses; undefined where it is not one that chooses. */
export const chosenBy = (
  key: string,
  lanes: ReadonlyArray<Lane>,
  choice: Choice | undefined,
  page: number,
): { readonly choice: Choice | undefined } | undefined => {
  if (key === 'Escape') return { choice: undefined };
  const along = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (along !== undefined) return { choice: barFrom(choice, along) };
  const ends = { Home: -Infinity, End: Infinity };
  const down = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, ...ends }[key];
  return down === undefined ? undefined : { choice: laneFrom(lanes, choice, down) };
};
