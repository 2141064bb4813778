/* Part of the demo. */
import type { KeptWalk } from 'pagewalk';
import { keyOf } from './names';

interface Sample {
  readonly at: number;
  readonly walks: ReadonlyMap<string, KeptWalk>;
}

/** The milliseconds over which a rate is taken. */
const span = 3_000;

/** How many objects a walk has kept since then; a new round counts from its beginning. */
const gained = ({ round, objects }: KeptWalk, before: KeptWalk | undefined): number =>
  objects - (before?.round === round ? before.objects : 0);

/** Gives the objects that each walk has kept a second, over the last seconds. */
export const meterRates = (): ((
  at: number,
  walks: ReadonlyArray<KeptWalk>,
) => ReadonlyMap<string, number>) => {
  let samples: ReadonlyArray<Sample> = [];
  return (at, walks) => {
    const from = samples.filter((sample) => at - sample.at >= span).at(-1) ?? samples[0];
    const rates = walks.map((walk): [string, number] => {
      const key = keyOf(walk.id, walk.part);
      return [
        key,
        from === undefined ? 0 : (1_000 * gained(walk, from.walks.get(key))) / (at - from.at),
      ];
    });
    samples = [
      ...samples.filter((sample) => at - sample.at < 2 * span),
      { at, walks: new Map(walks.map((walk) => [keyOf(walk.id, walk.part), walk])) },
    ];
    return new Map(rates);
  };
};
