import { isRight } from 'fp-ts/Either';
import { toUndefined } from 'fp-ts/Option';
import { defer, finalize, from, tap } from 'rxjs';
import type { Place } from '../model/place/Place';
import type { Places, Work } from '../walk/durable/Places';
import { instrumentsOf, type MeterOptions } from './OtelOptions';

/** What is asked for the ages of walks, as `postgresPlaces` gives it. @inline */
interface Listed {
  all(filter: {
    readonly isLast: false;
    readonly limit: number;
  }): Promise<ReadonlyArray<{ readonly id: string; readonly part?: string; readonly age: number }>>;
}

/** Each walk is a time series. */
const maxWalks = 1_000;

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
 *
 * The gauge needs `postgresPlaces`, whose database knows the time, and has the first 1,000 walks that are not done, by
 * `pagewalk.walk` and `pagewalk.part`.
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
export const observePlaces = <T>(places: Places<T> & Partial<Listed>, options: MeterOptions = {}): Places<T> => {
  const { counter, duration, observed } = instrumentsOf('observePlaces', options);
  const { attributes } = options;
  const kept = counter('pagewalk.durable.places', '{place}', 'Places that were kept');
  const objects = counter('pagewalk.durable.objects', '{object}', 'Objects in the pages that were kept');
  const losses = counter('pagewalk.durable.losses', '{loss}', 'How often the store had lost what was kept last');
  const working = duration('pagewalk.durable.work.duration', 'Time of the work on a page');
  const committing = duration('pagewalk.durable.commit.duration', 'Time from the end of the work until it was kept');

  if (places.all) {
    const age = observed('pagewalk.durable.age', 's', 'Time since a walk that is not done kept a place');
    age.addCallback(async (result) => {
      for (const { id, part, age: ms } of (await places.all?.({ isLast: false, limit: maxWalks })) ?? []) {
        const whose = { 'pagewalk.walk': id, ...(part !== undefined && { 'pagewalk.part': part }) };
        result.observe(ms / 1_000, { ...attributes, ...whose });
      }
    });
  }

  /** A resumed run has not committed what its first place counts. A round, and a run after one that is done, begin at 0. */
  const added = (before: Place | undefined, place: Place): number =>
    place.objects - (before?.round === place.round && !before.isLast ? before.objects : 0);

  return {
    claim: (id, part, options) => places.claim(id, part, options),
    ...(places.finish && { finish: places.finish.bind(places) }),
    keep: (claim, place, work, finish) =>
      defer(() => {
        let since = performance.now();
        const sinceThen = (): number => {
          const before = since;
          since = performance.now();
          return (since - before) / 1_000;
        };
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
