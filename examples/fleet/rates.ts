/* Part of the demo. */
import type { KeptWalk } from 'pagewalk';

interface Sample {
  readonly at: number;
  readonly parts: ReadonlyMap<string, KeptWalk>;
}

/** The milliseconds over which a rate is taken. */
const span = 3_000;

/** How many objects a part has kept since then; a new round counts from its beginning. */
const gained = ({ round, objects }: KeptWalk, before: KeptWalk | undefined): number =>
  objects - (before?.round === round ? before.objects : 0);

/** Gives the objects that each part has kept a second, over the last seconds. */
export const meterRates = (): ((
  at: number,
  parts: ReadonlyArray<KeptWalk>,
) => ReadonlyMap<string, number>) => {
  let samples: ReadonlyArray<Sample> = [];
  return (at, kept) => {
    const parts = new Map(kept.map((one) => [one.part ?? '', one]));
    const from = samples.filter((sample) => at - sample.at >= span).at(-1) ?? samples[0];
    const rates = [...parts].map(([part, one]): [string, number] => [
      part,
      from === undefined ? 0 : (1_000 * gained(one, from.parts.get(part))) / (at - from.at),
    ]);
    samples = [...samples.filter((sample) => at - sample.at < 2 * span), { at, parts }];
    return new Map(rates);
  };
};
