import { type Either, isRight } from 'fp-ts/Either';
import { defer, finalize, type MonoTypeOperatorFunction, tap } from 'rxjs';
import type { Place } from '../model/place/Place';
import { instrumentsOf, type MeterOptions } from './OtelOptions';

const durableCounters = (options: MeterOptions) => {
  const { counter } = instrumentsOf('observeDurable', options);
  return {
    rounds: counter(
      'pagewalk.durable.rounds',
      '{round}',
      'Rounds that began because a page token had expired',
    ),
    vain: counter(
      'pagewalk.durable.vain_rounds',
      '{round}',
      'Rounds that came no further than one before',
    ),
    superseded: counter(
      'pagewalk.durable.supersessions',
      '{run}',
      'Runs whose walk was claimed by another run',
    ),
    ends: counter('pagewalk.durable.ends', '{run}', 'Runs that ended'),
  };
};

/** Counts the rounds of a run by the places that it keeps. */
const roundsOf = (
  { rounds, vain }: ReturnType<typeof durableCounters>,
  { attributes }: MeterOptions,
) => {
  let last: Place | undefined;
  let furthest = 0;

  /** The round of the last place has ended before its last page. */
  const endRound = (): void => {
    if (!last) return;
    if (last.pages <= furthest) vain.add(1, attributes);
    furthest = Math.max(furthest, last.pages);
  };

  return {
    isDone: (): boolean => last?.isLast ?? false,
    endRound,
    kept: (place: Place): void => {
      if (last && place.round > last.round) {
        endRound();
        const begun = place.round - last.round;
        rounds.add(begun, attributes);
        // The rounds in between kept nothing.
        if (begun > 1) vain.add(begun - 1, attributes);
      }
      last = place;
    },
  };
};

/**
 * Counts how durable walks proceed and end, and passes everything on.
 *
 * | metric                            | kind    | what it is                                                           |
 * | --------------------------------- | ------- | -------------------------------------------------------------------- |
 * | `pagewalk.durable.rounds`         | counter | rounds that began because a page token had expired                   |
 * | `pagewalk.durable.vain_rounds`    | counter | rounds that came no further than one before, if not to their end     |
 * | `pagewalk.durable.supersessions`  | counter | runs that ended because another run claimed their walk               |
 * | `pagewalk.durable.ends`           | counter | runs that ended, by `pagewalk.outcome`: `done`, `stopped`, or a tag  |
 *
 * @example
 * ```ts
 * import { durable, type DurableOptions } from 'pagewalk';
 * import { observeDurable } from 'pagewalk/otel';
 *
 * const measured = (walk: DurableOptions<unknown, void>) =>
 *   durable(walk).pipe(observeDurable({ attributes: { 'pagewalk.walk': walk.id } }));
 * ```
 *
 * @see observePlaces, which measures what is kept
 * @since 0.2.0
 */
export const observeDurable = <E extends { readonly _tag: string }>(
  options: MeterOptions = {},
): MonoTypeOperatorFunction<Either<E, Place>> => {
  const counters = durableCounters(options);
  const { attributes } = options;

  return (source) =>
    defer(() => {
      const { isDone, endRound, kept } = roundsOf(counters, options);
      let end: string | undefined;

      return source.pipe(
        tap({
          next: (result) => {
            if (isRight(result)) return kept(result.right);
            end = result.left._tag;
            if (end === 'Superseded') counters.superseded.add(1, attributes);
            if (end === 'PageTokenExpired') endRound();
          },
          error: () => {
            end = 'Error';
          },
        }),
        finalize(() =>
          counters.ends.add(1, {
            ...attributes,
            'pagewalk.outcome': end ?? (isDone() ? 'done' : 'stopped'),
          }),
        ),
      );
    });
};
