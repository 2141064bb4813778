import * as E from 'fp-ts/Either';
import { firstValueFrom, map, merge, type Observable } from 'rxjs';
import type { WalkError } from '../../index';
import { answerAdvice, type Asked, type Refusal } from '../connection/answerAdvice';
import type { ServiceConnection } from '../connection/connect';
import { type Gate, shownError } from '../terminal/gate';
import type { ExitCode, Io } from '../terminal/Io';
import type { Tally } from '../terminal/progress';
import { exitCodeOf, stopTextOf } from './endings';
import type { StreamEnd } from './StreamEnd';

export const refusalOf = (end: StreamEnd): Refusal =>
  end._tag === 'Failed' ? (end.error as Refusal) : {};

/** An end as it is shown. A page of `unwritten` objects that came twice was written once, though the walk has counted it. */
export const shownEnd = (end: StreamEnd, gate: Gate, unwritten?: number): StreamEnd => {
  if (end._tag !== 'Failed') return end;
  const error = shownError(end.error, gate);
  if (unwritten === undefined || !('progress' in error)) return { ...end, error };
  const { pages, objects } = error.progress;
  return {
    ...end,
    error: {
      ...error,
      progress: { ...error.progress, pages: pages - 1, objects: objects - unwritten },
    },
  };
};

/** The first value of a walk, or why there is none: it failed, or somebody interrupts it. */
export const firstValue = <A>(
  values: Observable<E.Either<WalkError, A>>,
  { interrupts }: Pick<Io, 'interrupts'>,
): Promise<E.Either<StreamEnd, A>> =>
  firstValueFrom(
    merge(
      values.pipe(map(E.mapLeft((error): StreamEnd => ({ _tag: 'Failed', error })))),
      interrupts.pipe(map((by) => E.left<StreamEnd>({ _tag: 'Interrupted', by }))),
    ),
  );

/** Says why there is none, and what to do about it. */
export const tellEnd = (
  end: StreamEnd,
  tally: Tally,
  walk: {
    readonly source: ServiceConnection;
    readonly asked: Asked;
    readonly flags: { readonly polite?: unknown };
  },
  tell: (text: string) => void,
): ExitCode => {
  tell(stopTextOf(shownEnd(end, walk.source.gate), tally) ?? '');
  const advice = answerAdvice(refusalOf(end), walk.asked, walk.source, walk.flags);
  if (advice !== '') tell(advice);
  return exitCodeOf(end, tally);
};
