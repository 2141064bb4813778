/* Part of the demo: what the display says beside its table. */
import type { Status, WalkStatus } from './Status';

/** What has become of walks whose worker was killed. */
export interface Story {
  /** Reads how the fleet stands; returns what has happened since the last time, in sentences. */
  follow(status: Status): ReadonlyArray<string>;
  /** The walks that went on where their killed worker had stopped, and those that began again. */
  readonly wentOn: ReadonlySet<string>;
  readonly beganAgain: ReadonlySet<string>;
}

const walksOf = (count: number): string =>
  count === 1 ? 'its walk waits' : `its ${count} walks wait`;

export const createStory = (): Story => {
  const gone = new Set<string>();
  /** Walks that wait for another worker, as they were when theirs ended. */
  const waiting = new Map<string, WalkStatus>();
  const wentOn = new Set<string>();
  const beganAgain = new Set<string>();

  const ended = ({ gone: all, begun }: Status): ReadonlyArray<string> =>
    all
      .filter((worker) => !gone.has(worker))
      .map((worker) => {
        gone.add(worker);
        const left = begun.filter((walk) => walk.worker === worker && !walk.isDone);
        for (const walk of left) waiting.set(walk.label, walk);
        return left.length === 0
          ? `worker ${worker} ended; it had no walk`
          : `worker ${worker} was killed; ${walksOf(left.length)} 10 s or more for the queue`;
      });

  const takenUp = ({ begun }: Status): ReadonlyArray<string> =>
    begun.flatMap(({ label, worker, round, pages }) => {
      const before = waiting.get(label);
      if (before === undefined || (round === before.round && pages === before.pages)) return [];
      waiting.delete(label);
      if (round > before.round) {
        beganAgain.add(label);
        return [`${label} began again with worker ${worker}: its page token had expired`];
      }
      if (before.pages === 0)
        return [`${label} had kept nothing, and was begun by worker ${worker}`];
      wentOn.add(label);
      return [`${label} went on after page ${before.pages} with worker ${worker}`];
    });

  return { follow: (status) => [...ended(status), ...takenUp(status)], wentOn, beganAgain };
};
