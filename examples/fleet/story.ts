/* Part of the demo: what the display says beside its table. */
import type { Status, PartStatus } from './Status';

/** What has become of parts whose worker was killed. */
export interface Story {
  /** Reads how the fleet stands; returns what has happened since the last time, in sentences. */
  follow(status: Status): ReadonlyArray<string>;
  /** How often a part continued where its killed worker had stopped, and how often one began again. */
  readonly continued: () => number;
  readonly beganAgain: () => number;
}

const partsOf = (count: number): string =>
  count === 1 ? 'its part waits' : `its ${count} parts wait`;

export const createStory = (): Story => {
  const gone = new Set<string>();
  /** Parts that wait for another worker, as they were when theirs ended. */
  const waiting = new Map<string, PartStatus>();
  let continued = 0;
  let beganAgain = 0;

  const ended = ({ gone: all, begun }: Status): ReadonlyArray<string> =>
    all
      .filter((worker) => !gone.has(worker))
      .map((worker) => {
        gone.add(worker);
        const left = begun.filter((part) => part.worker === worker && !part.isDone);
        for (const part of left) waiting.set(part.label, part);
        return left.length === 0
          ? `worker ${worker} ended; it had no part`
          : `worker ${worker} was killed; ${partsOf(left.length)} for its next start`;
      });

  const takenUp = ({ begun }: Status): ReadonlyArray<string> =>
    begun.flatMap(({ label, worker, round, pages }) => {
      const before = waiting.get(label);
      if (before === undefined || (round === before.round && pages === before.pages)) return [];
      waiting.delete(label);
      if (round > before.round) {
        beganAgain += 1;
        return [`${label} began again with worker ${worker}: its page token had expired`];
      }
      if (before.pages === 0)
        return [`${label} had kept nothing, and was begun by worker ${worker}`];
      continued += 1;
      return [`${label} continues after page ${before.pages} with worker ${worker}`];
    });

  return {
    follow: (status) => [...ended(status), ...takenUp(status)],
    continued: () => continued,
    beganAgain: () => beganAgain,
  };
};
