import * as E from 'fp-ts/Either';
import { firstValueFrom, map, merge, type Observable } from 'rxjs';
import { type Busy, explain, type Superseded, type WalkError } from '../../index';
import type { OutputEnd } from '../outputs/Output';
import { answerAdvice, type Asked, type Refusal } from '../source/answerAdvice';
import type { Source } from '../source/openSource';
import { type Gate, shownError } from '../terminal/gate';
import {
  done,
  type ExitCode,
  failed,
  type Interrupt,
  interruptedBy,
  type Io,
  wrongUsage,
} from '../terminal/Io';
import { reachedText, type Tally } from './progress';

/** How streaming ended: with the last page or the limit, with an error, or because somebody or the output stopped it. */
export type StreamEnd =
  | { readonly _tag: 'Done' }
  | { readonly _tag: 'Failed'; readonly error: WalkError | Superseded | Busy }
  | { readonly _tag: 'KeyFailed' | 'MarkFailed' | 'FormatFailed'; readonly reason: string }
  | { readonly _tag: 'Interrupted'; readonly by: Interrupt }
  | OutputEnd;

/** 0 says that everything that was asked for has been written, or that its reader wanted no more of it. */
export const exitCodeOf = (
  end: StreamEnd,
  { invalid, omitted }: Pick<Tally, 'invalid' | 'omitted'>,
): ExitCode => {
  if (end._tag === 'Interrupted') return interruptedBy[end.by];
  if (end._tag === 'ReaderGone' || (end._tag === 'Done' && invalid + omitted === 0)) return done;
  // What an item of --each makes of a request is found when others have been sent.
  const isMisuse =
    end._tag === 'Failed' &&
    end.error._tag === 'InvalidRequest' &&
    end.error.progress.parent === undefined;
  return isMisuse ? wrongUsage : failed;
};

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

/** Names of the library as the command line writes them. */
const inOptions = (text: string): string =>
  text
    .replace('anyOrigin of byLink', '--any-origin')
    .replace('mayRepeat of byOffset and byPageNumber', '--may-repeat')
    .replace('set checkEnd: false in the endpoint', 'give --no-check-end')
    .replace('maxPages', '--max-pages')
    .replace(
      /set end: 'emptyPage' of byCursor; if more of them may come, raise emptyPages/,
      'give --until-empty',
    )
    .replace('leave out total if', 'leave out --total if')
    .replace(
      'write where errors are as errors of the endpoint',
      'give --errors and where errors are',
    )
    .replace(/: if [^:]*, write or(Empty|Else)\([^)]*\)/g, '');

/** Why streaming stopped before its end, in one line. */
export const stopTextOf = (end: StreamEnd, tally: Tally): string | undefined => {
  switch (end._tag) {
    case 'Done':
    case 'ReaderGone':
      return undefined;
    case 'Interrupted':
      return `interrupted after ${reachedText(tally)}`;
    case 'OutputFailed':
      return `cannot write the objects: ${end.reason} (after ${reachedText(tally)})`;
    case 'KeyFailed':
    case 'MarkFailed':
    case 'FormatFailed':
      return end.reason;
    case 'Failed': {
      // An error counts from where its run began; what earlier runs have written is there all the same.
      const inAll =
        tally.earlier > 0 ? `; with earlier runs ${reachedText(tally)} were written` : '';
      return inOptions(explain(end.error)) + inAll;
    }
  }
};

/** The first value of a walk, or why there is none: it failed, or somebody interrupts it. */
export const firstOf = <A>(
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
    readonly source: Source;
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
