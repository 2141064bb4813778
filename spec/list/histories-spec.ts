import fc from 'fast-check';
import { type Kind, play, type Scheme, whats, type Happening } from './support/histories';

const schemes = ['offset', 'number', 'cursor'] as const satisfies ReadonlyArray<Scheme>;

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.oneof(
    ...Object.entries(whats).map(([what, weight]) => ({
      arbitrary: fc.constant(what as keyof typeof whats),
      weight,
    })),
  ),
  x: fc.integer({ min: 0, max: 999 }).map((value) => value / 1_000),
  y: fc.integer({ min: 0, max: 999 }).map((value) => value / 1_000),
});

const numRuns = Number(process.env['HISTORIES'] ?? 60);
const seed =
  process.env['PAGEWALK_SEED'] === 'random' ? undefined : Number(process.env['SEED'] ?? 83);

const property = (scheme: Scheme, kind: Kind) =>
  fc.asyncProperty(
    fc.integer({ min: 2, max: 4 }),
    fc.nat(14),
    fc.array(happening, { maxLength: 24, size: 'max' }),
    (size, rows, happenings) => play({ scheme, kind, size, rows }, happenings),
  );

describe('histories of edits, pages and reloads', () => {
  for (const kind of ['list', 'page', 'window'] as const)
    for (const scheme of schemes)
      it(`show what the model of the rules shows (${kind}, ${scheme})`, () =>
        fc.assert(property(scheme, kind), {
          numRuns,
          ...(seed !== undefined && { seed }),
        })).timeout(1e7);
});
