import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { EMPTY, tap } from 'rxjs';
import { bearer, createClient, type Demand, type Page, type Place, type WalkEvent } from '../../index';
import { hiddenOf } from '../../model/place/hidden';
import { sharedKeys } from '../document/Keys';
import { streamPages } from '../document/streamPages';
import { type Changes, isRestarted, type StreamFlags, type Writing } from '../document/Writing';
import type { Wholeness } from '../outputs/Output';
import type { Source } from '../source/openSource';
import { say } from '../terminal/Complaint';
import { shownError } from '../terminal/gate';
import { done, type ExitCode, failed, type Io } from '../terminal/Io';
import { escaped } from '../terminal/text';
import { invalidObjects, progressLine, progressText, summaryText, type Tally } from '../walk/progress';
import { servicePace } from '../walk/servicePace';
import { complaintOf, exitCodeOf, type StreamEnd } from '../walk/StreamEnd';
import type { Walk } from '../walk/walks';
import { adviceOf } from './advice';

/** Counts what a client does by itself to get on. */
const countEvent =
  (tally: Tally) =>
  ({ type }: WalkEvent): void => {
    if (type === 'retry') tally.retries += 1;
    if (type === 'restart') tally.restarts += 1;
  };

/** How many objects there are, as the page says; whatever else it says there changes nothing. */
const countTotal = (tally: Tally, { totalCount }: Page<unknown>['fields'], limit: number): void => {
  if (Number.isSafeInteger(totalCount)) tally.total = Math.min(totalCount as number, limit);
};

const wholenessOf = ({ _tag }: StreamEnd, code: ExitCode): Wholeness =>
  code === done ? 'whole' : _tag === 'Done' ? 'flawed' : 'broken';

/** A walk that has not begun again writes whatever comes, whether or not objects share a key. */
const doubtOf = ({ keys, tally, course }: Writing): string =>
  O.isSome(keys) && isRestarted(course)
    ? sharedKeys({ omitted: tally.omitted, repeated: keys.value.repeated(), name: keys.value.name })
    : '';

/** Changes that were not told, or not all of them, must come again: then what is known stays as it was. */
const keepKnown = ({ file, keep }: Changes, isWhole: boolean, isCut: boolean): E.Either<string, string> => {
  if (isWhole && !isCut) return keep();
  return E.right(`${file} was not touched${isWhole ? ': --limit cut the walk' : ''}`);
};

/** Walks, writes, and says how it went. */
export const streamWalk = async (
  flags: StreamFlags,
  source: Source,
  walk: Walk,
  writing: Writing,
  io: Io,
): Promise<ExitCode> => {
  const { output, formatter, tally, course, places, keys, changes } = writing;
  const limit = flags.limit ?? Infinity;
  const { gate } = source;
  const isQuiet = flags.quiet === true;
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const pace = servicePace(flags.polite);
  const line = progressLine(io.stderr, () => progressText(tally, elapsed(), pace.isWaiting()));
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
  const client = createClient({
    transport: pace.decorate(source.transport),
    auth: O.isSome(source.credential) ? bearer(source.credential.value) : undefined,
    retry: { attempts: flags.attempts },
  });

  const counting = client.events.pipe(tap(pace.note)).subscribe(countEvent(tally));
  const drawing = (io.stderr.isTTY === true && !isQuiet ? line.drawn : EMPTY).subscribe();
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
        if (changes === undefined) countTotal(tally, page.right.fields, limit);
      }),
    );
  };
  const end = await streamPages({
    pages,
    output: { ...output, write },
    formatter,
    limit,
    tally,
    course,
    places,
    keys,
    book: changes?.book,
    interrupts: io.interrupts,
    onInvalid: invalid.note,
  });
  drawing.unsubscribe();
  counting.unsubscribe();

  const code = exitCodeOf(end, tally);
  const closed = await output.close(wholenessOf(end, code));
  if (end._tag === 'ReaderGone') return code;
  const isWhole = code === done && E.isRight(closed);
  const kept = changes === undefined ? E.right('') : keepKnown(changes, isWhole, tally.objects >= limit);
  const shown: StreamEnd = end._tag === 'Failed' ? { ...end, error: shownError(end.error, gate) } : end;
  const last = complaintOf(shown, tally) ?? (isQuiet ? '' : summaryText(tally, elapsed()));
  const whereabouts = E.isLeft(closed) ? closed.left : isWhole && isQuiet ? '' : closed.right;
  const advice = isWhole ? '' : adviceOf(end, writing);
  [
    ...formatter.losses((name) => gate.said(name)()),
    ...invalid.total(tally.invalid),
    doubtOf(writing),
    last,
    changes === undefined || isQuiet ? '' : changes.book.text(),
    whereabouts,
    E.isLeft(kept) ? kept.left : isQuiet && isWhole ? '' : kept.right,
    advice,
  ]
    .filter((text) => text !== '')
    .forEach(tell);
  return (E.isLeft(closed) || E.isLeft(kept)) && code === done ? failed : code;
};
