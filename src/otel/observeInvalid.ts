import { type Either, isLeft, isRight } from 'fp-ts/Either';
import { type MonoTypeOperatorFunction, tap } from 'rxjs';
import type { Page } from '../model/endpoints/Page';
import type { WalkError } from '../model/errors/WalkError';
import { Place } from '../model/place/Place';
import { instrumentsOf, type MeterOptions } from './OtelOptions';

const isInvalid = (result: Either<WalkError, unknown>): boolean =>
  isLeft(result) && result.left._tag === 'InvalidObject';

/** A page has a place, which nothing that came from a service can have. */
const isPage = (value: unknown): value is Page<unknown> =>
  Place.is((value as Partial<Page<unknown>> | null | undefined)?.place);

/**
 * Counts the invalid objects of a walk, in a stream of objects or of pages, and passes everything on.
 *
 * | metric                     | kind    | what it is                        |
 * | -------------------------- | ------- | --------------------------------- |
 * | `pagewalk.objects.invalid` | counter | objects that their codec rejected |
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, skipInvalid } from 'pagewalk';
 * import { observeInvalid } from 'pagewalk/otel';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const employees$ = client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' });
 *
 * employees$.pipe(observeInvalid({ attributes: { 'pagewalk.endpoint': 'listObjects' } }), skipInvalid()).subscribe();
 * ```
 *
 * @see observeWalks
 * @since 0.2.0
 */
export const observeInvalid = <A>(
  options: MeterOptions = {},
): MonoTypeOperatorFunction<Either<WalkError, A>> => {
  const { counter } = instrumentsOf('observeInvalid', options);
  const invalid = counter(
    'pagewalk.objects.invalid',
    '{object}',
    'Objects that their codec rejected',
  );
  return tap((result) => {
    const objects = isRight(result) && isPage(result.right) ? result.right.data : [result];
    const rejected = objects.filter(isInvalid).length;
    if (rejected > 0) invalid.add(rejected, options.attributes);
  });
};
