import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { EMPTY, tap } from 'rxjs';
import type { Demand, Page, Place } from '../../index';
import { hiddenOf } from '../../model/place/hidden';
import { sharedKeys } from '../document/Keys';
import { streamPages } from '../document/streamPages';
import { type Changes, isRestarted, type StreamFlags, type Writing } from '../document/Writing';
import type { Wholeness } from '../outputs/Output';
import { answerAdvice } from '../source/answerAdvice';
import type { Source } from '../source/openSource';
import { say } from '../terminal/Complaint';
import { done, type ExitCode, failed, type Io } from '../terminal/Io';
import { counted, escaped, grouped } from '../terminal/text';
import {
  changesText,
  invalidObjects,
  isProgressShown,
  progressLine,
  progressText,
  summaryText,
  type Tally,
} from '../walk/progress';
import type { Recording } from '../walk/recording';
import { exitCodeOf, refusalOf, shownEnd, stopTextOf, type StreamEnd } from '../walk/StreamEnd';
import { askedOf, clientOf, type Walk } from '../walk/walks';

type EndedWriting = Pick<Writing, 'resumption' | 'keys' | 'tally' | 'course' | 'changes'>;

const isWhat = 'NAME being a property that tells objects apart';

const withoutIt = 'run it without --key, or with another NAME';

/** What to do about an end after which there is nothing to continue with. */
const adviceAnew = (tag: string, { keys, tally, changes }: EndedWriting): string => {
  if (tag === 'PageTokenExpired' && O.isNone(keys)) {
    return `with --key NAME, ${isWhat}, the walk begins again by itself`;
  }
  if (tag === 'KeyFailed') return changes === undefined ? withoutIt : 'run it with --key and another NAME';
  return tag === 'RetrievalLimitExceeded' && tally.objects > 0
    ? `--limit ${tally.objects} takes the first ${grouped(tally.objects)}`
    : '';
};

/** What to do about an end, in a few words; empty if there is nothing to say. */
export const adviceOf = (end: StreamEnd, ended: EndedWriting): string => {
  const { resumption, keys, tally, course } = ended;
  const tag = end._tag === 'Failed' ? end.error._tag : end._tag;
  if (O.isNone(resumption) || tally.pages === 0) return adviceAnew(tag, ended);
  const { file, part, pages } = resumption.value;
  const beginAgain = `remove ${file} and ${part} to begin again`;
  const onward = pages() === 0 ? 'from the first page' : `after ${counted(pages(), 'page')}`;
  if (tag === 'InvalidRequest') return '';
  if (tag === 'PageTokenExpired' && O.isNone(keys)) {
    return `run the same command with --key NAME, ${isWhat}, to begin again without what was written; or ${beginAgain}`;
  }
  if (tag === 'KeyFailed') {
    // Once a walk has begun again, only a key tells what was written.
    return isRestarted(course)
      ? `run it with --key and another NAME, or ${beginAgain}`
      : `${withoutIt}, to continue ${onward}`;
  }
  if (tag === 'RetrievalLimitExceeded') {
    return [beginAgain, adviceAnew(tag, ended)].filter((text) => text !== '').join('; ');
  }
  if (tag === 'Done') {
    return tally.invalid + tally.omitted > 0 ? beginAgain : 'run the same command again to put the file in its place';
  }
  return `run the same command again to continue ${onward}`;
};

/** What is said of a walk that ended well though no page had what leads to the next one (law 32). */
const unseenText = (unseen: string, elsewhere: string | undefined): string =>
  elsewhere === undefined
    ? `no page had anything at ${unseen}: if there is more than this, look up where the API names its next page`
    : `no page had anything at ${unseen}, but the first answer has ${elsewhere}`;

/** How many objects there are, as the page says; whatever else it says there changes nothing. */
const countTotal = (tally: Tally, fields: Page<unknown>['fields'], walk: Walk, limit: number): void => {
  const total = walk.totalIn?.(fields) ?? fields.totalCount;
  if (Number.isSafeInteger(total)) tally.total = Math.min(total as number, limit);
};

const wholenessOf = ({ _tag }: StreamEnd, code: ExitCode): Wholeness =>
  code === done ? 'whole' : _tag === 'Done' ? 'flawed' : 'broken';

/** A walk that has not begun again writes whatever comes, whether or not objects share a key. */
const doubtOf = ({ keys, tally, course }: Writing): string =>
  O.isSome(keys) && isRestarted(course)
    ? sharedKeys({ omitted: tally.omitted, repeated: keys.value.repeated(), name: keys.value.name })
    : '';

/** Changes that were not written completely must come again: then what is known stays as it was. */
const keepIfDone = ({ file, keep }: Changes, succeeded: boolean, isCut: boolean): Promise<E.Either<string, string>> => {
  if (succeeded && !isCut) return keep();
  return Promise.resolve(E.right(`${file} was not touched${succeeded ? ': --limit cut the walk' : ''}`));
};

export const streamWalk = async (
  flags: StreamFlags,
  source: Source,
  walk: Walk,
  writing: Writing,
  recording: Recording,
  io: Io,
): Promise<ExitCode> => {
  const { output, formatter, tally, changes } = writing;
  const limit = flags.limit ?? Infinity;
  const { gate } = source;
  const isQuiet = flags.quiet === true;
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const { client, note, isWaiting } = clientOf(source, flags);
  const line = progressLine(io.stderr, () => progressText(tally, elapsed(), isWaiting()));
  const tell = (text: string): void => {
    line.erase();
    say(io, text);
  };
  const isOnTerminal = flags.out === undefined && io.stdout.isTTY === true;
  const write = (text: string): void => {
    // Objects on the terminal need the room where the progress line stands; others would only make it flicker.
    if (isOnTerminal) line.erase();
    output.write(isOnTerminal ? escaped(text) : text);
  };
  const invalid = invalidObjects(tell);
  await recording.record(client);
  let unseen: string | undefined;
  const counting = client.events.pipe(tap(note)).subscribe((event) => {
    if (event.type === 'retry') tally.retries += 1;
    if (event.type === 'restart') tally.restarts += 1;
    if (event.type === 'end') ({ unseen } = event);
  });
  const drawing = (isProgressShown(flags, io) ? line.drawn : EMPTY).subscribe();
  const hide = (token: O.Option<string> = O.none): void => {
    if (O.isSome(token)) gate.hide(token.value);
  };
  const pages = (valve: Demand, place: Place | undefined) => {
    hide(hiddenOf(place)?.pageToken);
    return walk.pages(client, valve, place).pipe(
      tap((page) => {
        if (E.isLeft(page)) return;
        hide(page.right.nextPageToken);
        // Where only changes are written, their number says nothing about the objects that have come.
        if (changes === undefined) countTotal(tally, page.right.fields, walk, limit);
      }),
    );
  };
  const end = await streamPages({
    ...writing,
    pages,
    output: { ...output, write },
    limit,
    book: changes?.book,
    interrupts: io.interrupts,
    onInvalid: invalid.note,
  });
  drawing.unsubscribe();
  counting.unsubscribe();

  const elsewhere = unseen === undefined ? undefined : walk.nextElsewhere?.();
  const ended = exitCodeOf(end, tally);
  const code = ended === done && elsewhere !== undefined ? failed : ended;
  const closed = await output.close(wholenessOf(end, code));
  if (end._tag === 'ReaderGone') return code;
  const succeeded = code === done && E.isRight(closed);
  const kept = changes === undefined ? E.right('') : await keepIfDone(changes, succeeded, tally.objects >= limit);
  const last = stopTextOf(shownEnd(end, gate), tally) ?? (isQuiet ? '' : summaryText(tally, elapsed()));
  const whereabouts = E.isLeft(closed) ? closed.left : succeeded && isQuiet ? '' : closed.right;
  const advice = succeeded ? '' : adviceOf(end, writing);
  [
    ...formatter.losses((name) => gate.said(name)()),
    ...invalid.total(tally.invalid),
    doubtOf(writing),
    last,
    unseen === undefined || end._tag !== 'Done' ? '' : gate.said(unseenText(unseen, elsewhere), true)(),
    changes === undefined || isQuiet ? '' : changesText(tally),
    whereabouts,
    E.isLeft(kept) ? kept.left : isQuiet && succeeded ? '' : kept.right,
    succeeded ? '' : answerAdvice(refusalOf(end), askedOf(walk), source),
    advice,
  ]
    .filter((text) => text !== '')
    .forEach(tell);
  return (E.isLeft(closed) || E.isLeft(kept)) && code === done ? failed : code;
};
