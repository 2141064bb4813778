import type { Attributes } from '@opentelemetry/api';
import { isRight } from 'fp-ts/Either';
import { toUndefined } from 'fp-ts/Option';
import { defer, finalize, from, tap } from 'rxjs';
import type { Place } from '../model/place/Place';
import type { Mark } from '../model/place/Mark';
import { runOf } from '../model/place/runs';
import { checkCount } from '../model/optionChecks';
import type { KeptWalk, KeptWalksFilter } from '../walk/durable/KeptPlaces';
import type { Places, Work } from '../walk/durable/Places';
import { instrumentsOf, type MeterOptions } from './OtelOptions';

type Observed = ReturnType<typeof instrumentsOf>['observed'];

/** What is asked for the ages of walks and marks, as every store of this package gives it. @inline */
interface ListsWalks {
  all(filter: KeptWalksFilter): Promise<ReadonlyArray<Listing>>;
}

/** @inline */
type Listing = Pick<KeptWalk, 'id' | 'part' | 'age' | 'mark' | 'failure'>;

/** Which walks have gauges. @inline */
interface GaugeOptions extends MeterOptions, Pick<KeptWalksFilter, 'prefix'> {
  /** How many walks have gauges at most, because each is a time series. Default 1,000. */
  readonly limit?: number | undefined;
}

/** For the gauges of marks and failures, this many times the limit is read: many of the walks may have neither. */
const readForMore = 10;

/** A mark that is a time, in milliseconds. A time without a zone is not known. */
const markTime = (mark: Mark | undefined): number =>
  typeof mark === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(mark)
    ? Date.parse(mark)
    : NaN;

const whose = ({ id, part }: Listing): Attributes => ({
  'pagewalk.walk': id,
  ...(part !== undefined && { 'pagewalk.part': part }),
});

/** What is measured of each walk that a store lists, where it has all of them. */
const observeListed = (
  all: ListsWalks['all'],
  observed: Observed,
  { attributes, prefix, limit }: GaugeOptions & { readonly limit: number },
): void => {
  const observeEach = (
    gauge: ReturnType<Observed>,
    read: () => Promise<ReadonlyArray<Listing>>,
    valueOf: (walk: Listing) => number | undefined,
    most = limit,
  ): void =>
    gauge.addCallback(async (result) => {
      const measured = (await read()).flatMap((walk) => {
        const value = valueOf(walk);
        return value === undefined ? [] : { value, walk };
      });
      for (const { value, walk } of measured.slice(0, most))
        result.observe(value, { ...attributes, ...whose(walk) });
    });
  // A collection calls all callbacks at once: those of marks and failures share what is read.
  let reading: Promise<ReadonlyArray<Listing>> | undefined;
  const readMore = (): Promise<ReadonlyArray<Listing>> =>
    (reading ??= all({ prefix, limit: readForMore * limit }).finally(() => (reading = undefined)));

  observeEach(
    observed('pagewalk.durable.age', 's', 'Time since a walk that is not done kept a place'),
    () => all({ prefix, isLast: false, limit }),
    ({ age }) => age / 1_000,
    // The store has limited the walks, and gives all parts of each.
    Infinity,
  );
  observeEach(
    observed('pagewalk.durable.mark.age', 's', 'Time since the mark of a walk'),
    readMore,
    ({ mark }) =>
      Number.isNaN(markTime(mark)) ? undefined : (Date.now() - markTime(mark)) / 1_000,
  );
  observeEach(
    observed('pagewalk.durable.failures', '{failure}', 'Failures in a row of one page'),
    readMore,
    ({ failure }) => failure?.times,
  );
};

/** Whether a place continues another one. A round, a run after one that is done, and one that a token was too old for begin at 0. */
const continues = (before: Place, place: Place): boolean => {
  const run = runOf(place)?.run;
  return before.round === place.round && !before.isLast && (runOf(before)?.run ?? run) === run;
};

/** A resumed run has not committed what its first place counts. */
const added = (before: Place | undefined, place: Place): number =>
  place.objects - (before && continues(before, place) ? before.objects : 0);

/** Gives the seconds that have passed since it was called last. */
const stopwatch = (): (() => number) => {
  let since = performance.now();
  return () => {
    const before = since;
    since = performance.now();
    return (since - before) / 1_000;
  };
};

/**
 * Measures what durable walks commit: give `durable` the places that it returns.
 *
 * | metric                             | kind      | what it is                                                              |
 * | ---------------------------------- | --------- | ----------------------------------------------------------------------- |
 * | `pagewalk.durable.places`          | counter   | places that were kept: pages, or batches of them                        |
 * | `pagewalk.durable.objects`         | counter   | objects in the pages that were kept                                     |
 * | `pagewalk.durable.losses`          | counter   | how often the store had lost what was kept last                         |
 * | `pagewalk.durable.work.duration`   | histogram | seconds of work on a page, or a batch of pages                          |
 * | `pagewalk.durable.commit.duration` | histogram | seconds from the end of the work until it was kept                      |
 * | `pagewalk.durable.age`             | gauge     | seconds since a walk that is not done kept a place or was claimed       |
 * | `pagewalk.durable.mark.age`        | gauge     | seconds since the mark of a walk, where it is an ISO time with its zone |
 * | `pagewalk.durable.failures`        | gauge     | how often in a row the page at which a walk has failed last has failed  |
 *
 * The gauges are for stores that have `all`, by `pagewalk.walk` and `pagewalk.part`. Each collection asks the store for `limit` walks
 * that are not done, 1,000 by default, and for the marks and failures of ten times as many walks. With many walks in the store, give the `prefix` of the
 * ids that you watch, and `prune` those that are done. The age of a mark also rises where no run begins any more. Gauges stay as long as
 * their meter: call this once for each store, and share what it returns.
 *
 * @example
 * ```ts
 * import { filePlaces } from 'pagewalk/node';
 * import { observePlaces } from 'pagewalk/otel';
 *
 * // For the option `places` of `durable`.
 * const places = observePlaces(filePlaces('places'));
 * ```
 *
 * @see observeDurable
 * @since 0.2.0
 */
export const observePlaces = <T, R = unknown>(
  places: Places<T, R> & Partial<ListsWalks>,
  options: GaugeOptions = {},
): Places<T, R> => {
  const { counter, duration, observed } = instrumentsOf(
    'observePlaces',
    options,
    'prefix',
    'limit',
  );
  const { attributes, prefix, limit = 1_000 } = options;
  checkCount('observePlaces: limit', limit);
  const kept = counter('pagewalk.durable.places', '{place}', 'Places that were kept');
  const objects = counter(
    'pagewalk.durable.objects',
    '{object}',
    'Objects in the pages that were kept',
  );
  const losses = counter(
    'pagewalk.durable.losses',
    '{loss}',
    'How often the store had lost what was kept last',
  );
  const working = duration('pagewalk.durable.work.duration', 'Time of the work on a page');
  const committing = duration(
    'pagewalk.durable.commit.duration',
    'Time from the end of the work until it was kept',
  );
  if (places.all) observeListed(places.all.bind(places), observed, { attributes, prefix, limit });

  return {
    claim: (id, part, how) => places.claim(id, part, how),
    isAtomic: places.isAtomic,
    ...(places.finish && { finish: places.finish.bind(places) }),
    ...(places.fail && { fail: places.fail.bind(places) }),
    keep: (claim, place, work, finish) =>
      defer(() => {
        const sinceThen = stopwatch();
        const timed: Work<T> = (transaction, began) =>
          defer(() => {
            sinceThen();
            return from(work(transaction, began));
          }).pipe(finalize(() => working.record(sinceThen(), attributes)));
        return from(places.keep(claim, place, timed, finish)).pipe(
          tap((result) => {
            if (isRight(result)) {
              committing.record(sinceThen(), attributes);
              kept.add(1, attributes);
              objects.add(added(toUndefined(claim.place), place), attributes);
            } else if (result.left._tag === 'Behind') losses.add(1, attributes);
          }),
        );
      }),
  };
};
