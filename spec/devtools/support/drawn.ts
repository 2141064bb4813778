import type { Lane } from '../../../src/devtools/model/Lane';
import { createPicture, type Picture } from '../../../src/devtools/model/picture';
import { seenEvent } from '../../../src/devtools/model/SeenEvent';

/** An event as a client, or a line of a file, has it. */
export type Told = Readonly<Record<string, unknown>>;

/** The picture of these events. */
export const drawn = (
  events: ReadonlyArray<Told>,
  limits?: Parameters<typeof createPicture>[0],
): Picture => {
  const picture = createPicture(limits);
  for (const event of events) {
    const seen = seenEvent(event);
    if (seen) picture.add(seen);
  }
  return picture;
};

export const lanesOf = (picture: Picture): ReadonlyArray<Lane> => [...picture.lanes.values()];

/** The lane of events that are all of one walk. */
export const only = (...events: ReadonlyArray<Told>): Lane => {
  const [lane, ...others] = lanesOf(drawn(events));
  if (lane === undefined || others.length > 0) throw new Error('there should be one lane');
  return lane;
};
