import fc from 'fast-check';
import type { Change, Script, Stop, Trouble } from './Script';

const ofWeight = (weight: number, ...troubles: ReadonlyArray<Trouble>) => ({
  weight,
  arbitrary: fc.constantFrom(...troubles),
});

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  ofWeight(5, 'throttled', 'unavailable', 'reset-before', 'reset-during', 'timed-out'),
  ofWeight(3, 'refused'),
  ofWeight(1, 'truncated', 'closed'),
  ofWeight(4, 'expired'),
  ofWeight(2, 'hollow'),
);

const change: fc.Arbitrary<Change> = fc.record({
  request: fc.nat({ max: 15 }),
  type: fc.constantFrom('insert', 'delete', 'update'),
  at: fc.nat({ max: 30 }),
});

const stop: fc.Arbitrary<Stop> = fc.oneof(
  fc.record({ after: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ ms: fc.nat({ max: 60 }) }),
);

const mostlyNone = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some });

/** Short lists are as likely as long ones, where fast-check would prefer short ones. */
const upTo = (maxLength: number) => ({ maxLength, size: 'max' as const });

/** Half of the runs have no changes: of those more can be said. */
const changes = fc.oneof(fc.constant<ReadonlyArray<Change>>([]), fc.array(change, upTo(6)));

/** Any run: a service of some objects, the troubles it has, and what its consumer does. */
export const anyScript: fc.Arbitrary<Script> = fc
  .record<Script>({
    endpoint: fc.constantFrom('list', 'search'),
    snapshot: fc.boolean(),
    api: fc.constantFrom('objects', 'objects', 'pages'),
    objects: fc.array(
      fc.nat({ max: 7 }).map((n) => n > 0),
      upTo(24),
    ),
    pageSize: fc.integer({ min: 1, max: 5 }),
    attempts: fc.integer({ min: 1, max: 3 }),
    emptyPages: fc.nat({ max: 2 }),
    restarts: fc.option(fc.nat({ max: 3 }), { freq: 4, nil: undefined }),
    readAhead: fc.constantFrom(0, 1),
    highWaterMark: fc.option(fc.nat({ max: 8 }), { nil: undefined }),
    latency: fc.constantFrom(0, 1, 7),
    troubles: fc.array(mostlyNone(trouble), upTo(40)),
    changes,
    stops: fc.array(fc.option(stop, { freq: 2, nil: undefined }), upTo(3)),
  })
  .map((script) => ({
    ...script,
    snapshot: script.snapshot && script.endpoint === 'list',
    restarts: script.api === 'objects' ? script.restarts : undefined,
  }));
