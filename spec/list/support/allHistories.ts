import fc from 'fast-check';
import { type Happening, play, whats } from './histories';

const fraction = fc.integer({ min: 0, max: 999 }).map((value) => value / 1_000);

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.oneof(
    ...Object.entries(whats).map(([what, weight]) => ({
      arbitrary: fc.constant(what as keyof typeof whats),
      weight,
    })),
  ),
  x: fraction,
  y: fraction,
});

/** Plays this many histories of each kind of list, over each scheme. */
export const allHistories = (numRuns: number): void => {
  const seed = process.env.PAGEWALK_SEED === 'random' ? Date.now() : 83;
  for (const kind of ['list', 'page', 'window'] as const)
    for (const scheme of ['offset', 'number', 'cursor'] as const)
      it(`show what the user has written last, and at rest what the service has (${kind}, ${scheme})`, async () =>
        fc.assert(
          fc.asyncProperty(
            fc.integer({ min: 2, max: 4 }),
            fc.nat(14),
            fc.array(happening, { maxLength: 24, size: 'max' }),
            (size, rows, happenings) => play({ scheme, kind, size, rows }, happenings),
          ),
          { numRuns, seed },
        ));
};
