import * as E from 'fp-ts/Either';
import { firstValueFrom, map, merge, type Observable } from 'rxjs';
import { type Busy, explain, type Superseded, type WalkError } from '../../index';
import type { OutputEnd } from '../outputs/Output';
import { answerAdvice, type Asked, type Refusal } from '../source/answerAdvice';
import type { Source } from '../source/openSource';
import { type Gate, shownError } from '../terminal/gate';
import { done, type ExitCode, failed, type Interrupt, interruptedBy, type Io, wrongUsage } from '../terminal/Io';
import { reachedText, type Tally } from './progress';

/**
 * How streaming ended: with the last page or the limit, with an error, because objects cannot be distinguished, or because
 * somebody or the output stopped it.
 */
export type StreamEnd =
  | { readonly _tag: 'Done' }
  | { readonly _tag: 'Failed'; readonly error: WalkError | Superseded | Busy }
  | { readonly _tag: 'KeyFailed' | 'MarkFailed'; readonly reason: string }
  | { readonly _tag: 'Interrupted'; readonly by: Interrupt }
  | OutputEnd;

/** 0 says that everything that was asked for has been written, or that its reader wanted no more of it. */
export const exitCodeOf = (end: StreamEnd, { invalid, omitted }: Pick<Tally, 'invalid' | 'omitted'>): ExitCode => {
  switch (end._tag) {
    case 'Done':
      return invalid + omitted > 0 ? failed : done;
    case 'ReaderGone':
      return done;
    case 'Interrupted':
      return interruptedBy[end.by];
    case 'OutputFailed':
    case 'KeyFailed':
    case 'MarkFailed':
      return failed;
    case 'Failed':
      return end.error._tag === 'InvalidRequest' ? wrongUsage : failed;
  }
};

export const refusalOf = (end: StreamEnd): Refusal => {
  if (end._tag !== 'Failed') return {};
  const { status, code, retryAfter } = end.error as Refusal;
  return { status, code, retryAfter };
};

export const shownEnd = (end: StreamEnd, gate: Gate): StreamEnd =>
  end._tag === 'Failed' ? { ...end, error: shownError(end.error, gate) } : end;

/** Names of the library as the command line writes them. */
const inOptions = (text: string): string =>
  text
    .replace('anyOrigin of byLink', '--any-origin')
    .replace('mayRepeat of byOffset and byPageNumber', '--may-repeat')
    .replace('maxPages', '--max-pages');

/** An error counts from where its run began; what earlier runs have written is there all the same. */
const inAll = (tally: Tally): string =>
  tally.earlier > 0 ? `; with earlier runs ${reachedText(tally)} were written` : '';

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
      return end.reason;
    case 'Failed':
      return `${inOptions(explain(end.error))}${inAll(tally)}`;
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
  {
    source,
    asked,
    flags,
  }: { readonly source: Source; readonly asked: Asked; readonly flags: { readonly polite?: unknown } },
  tell: (text: string) => void,
): ExitCode => {
  tell(stopTextOf(shownEnd(end, source.gate), tally) ?? '');
  const advice = answerAdvice(refusalOf(end), asked, source, flags);
  if (advice !== '') tell(advice);
  return exitCodeOf(end, tally);
};
