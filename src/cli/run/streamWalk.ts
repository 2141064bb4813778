import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { filter, tap } from 'rxjs';
import type { Doubt, DurableStart, Page } from '../../index';
import { hiddenOf } from '../../model/place/placeInternals';
import { KeyProblem, sharedKeys } from './Keys';
import { streamPages } from './streamPages';
import { isRestarted, type StreamFlags, type Writing } from './Writing';
import { adviceOn, exitCodeOf, isMoreElsewhere, stopTextOf } from '../endings/endings';
import type { StreamEnd } from '../endings/StreamEnd';
import { refusalOf, shownEnd } from '../endings/tellEnd';
import { FormatProblem } from '../formats/Format';
import { recordDigest } from '../formats/recordDigest';
import { answerAdvice } from '../connection/answerAdvice';
import type { ServiceConnection } from '../connection/connect';
import type { Gate } from '../terminal/gate';
import { done, type ExitCode, failed, type Io } from '../terminal/Io';
import { counted, escaped, grouped } from '../terminal/text';
import { checkMarks, markOptions, markProblem } from './marking';
import { followed } from '../connection/followed';
import { invalidObjects, summaryText } from '../terminal/progress';
import type { Recording } from './recording';
import type { Walk } from '../anyApi/anyWalk';

/** What is said of a walk whose first response has more than it brought (laws 32 and 41). */
const elsewhereText = (end: StreamEnd, unseen: string | undefined, elsewhere: string): string => {
  if (end._tag !== 'Done') return `the first response has ${elsewhere}`;
  const ended =
    unseen === undefined ? 'the walk ended after one page' : `no page had anything at ${unseen}`;
  return `${ended}, but the first response has ${elsewhere}`;
};

const shortText = ({ objects, total }: NonNullable<Doubt['short']>): string =>
  `the service has a total of ${grouped(total)}, but ${counted(objects, 'object')} came: look up how the API is paged, or ` +
  'give --no-check-end if the total means something else';

const undoubted: Doubt = {};

const partialText = (at: string): string =>
  `a response says at ${at} that the service has not looked everywhere: ask for less, or later`;

/** What is said of lists inside the items that are not whole. */
const cutText = (cut: NonNullable<Doubt['cut']>): string =>
  `items have lists that are cut off: ${cut.map(({ at, objects }) => `${at} of ${counted(objects, 'item')}`).join(', ')} (--each and --then read a list of each item)`;

/** What to ask about a service that goes round in circles: it may not know the parameter that was sent. */
const circleText = (end: StreamEnd, { request }: Walk, isEmpty: boolean): string => {
  const isCircle =
    end._tag === 'Failed' &&
    end.error._tag === 'ProtocolViolation' &&
    end.error.rule.startsWith('Repeated') &&
    end.error.at === undefined;
  if (isCircle && isEmpty && request.cursor !== undefined) {
    return 'the last page was empty, and had a cursor: --until-empty ends the walk with such a page';
  }
  const sent = [request.to ?? request.offset ?? request.page ?? []]
    .flat()
    .map(String)
    .join(' and ');
  return isCircle && sent !== ''
    ? `the service was asked for the next page by ${sent}, and sent the same again: does it use another name for that?`
    : '';
};

/** What is said of a walk whose total changed. What it missed, or brought twice, cannot be known. */
const shiftedText = ({ from, to, in: unit }: NonNullable<Doubt['shifted']>): string =>
  `the ${unit === 'pages' ? 'number of the last page' : 'total'} changed from ${grouped(from)} to ${grouped(to)} while it ran: objects that moved from one page to another may be missing or come twice`;

/** Whether the second page is the first one again, because the service does not know what asks for another. */
const isRepeat = (page: Page<unknown>, first: Page<unknown>): boolean =>
  O.isSome(page.nextPageToken) &&
  page.nextPageToken.value === O.toUndefined(first.nextPageToken) &&
  recordDigest(page.data) === recordDigest(first.data);

/** A walk that has not begun again writes whatever comes, whether or not objects share a key. */
const doubtOf = ({ keys, tally, course }: Writing): string =>
  O.isSome(keys) && isRestarted(course)
    ? sharedKeys(keys.value.name, { omitted: tally.omitted, repeated: keys.value.repeated() })
    : '';

/** What ended a walk, by what was thrown. What is no such end is a bug, and is thrown on. */
const endOf = (error: unknown, flags: StreamFlags, gate: Gate): StreamEnd => {
  if (error instanceof KeyProblem) return { _tag: 'KeyFailed', reason: error.message };
  return error instanceof FormatProblem
    ? { _tag: 'FormatFailed', reason: error.told((name) => gate.said(name)()) }
    : { _tag: 'MarkFailed', reason: markProblem(error, flags.mark) };
};

export const streamWalk = async (
  flags: StreamFlags,
  source: ServiceConnection,
  walk: Walk,
  writing: Writing,
  recording: Recording,
  io: Io,
): Promise<ExitCode> => {
  const { output, formatter, tally } = writing;
  const limit = flags.limit ?? Infinity;
  const { gate } = source;
  const isQuiet = flags.quiet === true;
  const { client, elapsed, erase, tell, following } = followed(source, flags, tally, io);
  const isOnTerminal = flags.out === undefined && io.stdout.isTTY === true;
  const write = (text: string): void => {
    // Objects on the terminal need the room where the progress line stands; others would only make it flicker.
    if (isOnTerminal) erase();
    output.write(isOnTerminal ? escaped(text) : text);
  };
  const invalid = invalidObjects(tell);
  await recording.record(client);
  const { place: before } = writing.course;
  const isLater = before !== undefined;
  let doubt: Doubt = {};
  const hearing = client.events.subscribe((event) => {
    if (event.type === 'end') doubt = event;
  });
  let pagesRead = 0;
  let isEmpty = false;
  let firstPage: Page<unknown> | undefined;
  let repeated: Page<unknown> | undefined;
  const hide = (token: O.Option<string> = O.none): void => {
    if (O.isSome(token)) gate.hide(token.value);
  };
  const pages = ({ valve, place, mark }: DurableStart) => {
    hide(hiddenOf(place)?.pageToken);
    // A walk that begins again brings its first page again.
    [pagesRead, firstPage, repeated] = [0, undefined, undefined];
    return walk.pages(client, valve, place, mark).pipe(
      filter((page) => {
        if (E.isRight(page) && firstPage !== undefined && isRepeat(page.right, firstPage))
          repeated = page.right;
        return repeated === undefined || E.isLeft(page);
      }),
      tap((page) => {
        if (E.isLeft(page)) return;
        pagesRead += 1;
        firstPage = pagesRead === 1 ? page.right : undefined;
        isEmpty = page.right.data.length === 0;
        hide(page.right.nextPageToken);
        if (pagesRead === 1 && place === undefined) checkMarks(page.right.data, flags.mark);
        const total = page.right.total ?? page.right.fields.totalCount;
        if (Number.isSafeInteger(total)) tally.total = Math.min(total as number, limit);
      }),
    );
  };
  const end = await streamPages({
    ...writing,
    pages,
    mark: flags.mark && markOptions(flags.mark),
    endOf: (error: unknown) => endOf(error, flags, gate),
    output: { ...output, write },
    limit,
    interrupts: io.interrupts,
    onInvalid: invalid.note,
    onAhead: (mark) =>
      tell(
        gate.said(
          `an item is dated ${mark}, more than a day ahead of this machine: it is not the mark`,
          true,
        )(),
      ),
  });
  hearing.unsubscribe();
  following.unsubscribe();

  // A list without a nextPageToken is whole, unless its first response names a next page in another way.
  const isConventional = walk.asked !== 'walk';
  const isOnePage = pagesRead === 1 && tally.objects < limit;
  const mayBeMore = end._tag === 'Done' || isMoreElsewhere(end);
  // A later run with --mark asks for little. An earlier one has seen what leads to the next page, and how many items there are.
  const all = walk.doubt?.() ?? doubt;
  const { shifted, partial, cut } = isLater ? doubt : all;
  const { unseen, short } = isLater ? undoubted : all;
  const isLooked = mayBeMore && (unseen !== undefined || isConventional || isOnePage);
  const elsewhere = isLooked ? walk.nextElsewhere() : undefined;
  const isShort = elsewhere === undefined && short !== undefined && walk.beginsAt === undefined;
  const isNothing =
    end._tag === 'Done' &&
    tally.since !== undefined &&
    tally.objects === 0 &&
    Boolean(before?.objects);
  const missed = unseen ?? (isConventional && elsewhere ? 'nextPageToken' : undefined);
  const flaw = end._tag === 'Done' && tally.objects === 0 ? walk.flaw?.() : undefined;
  const ended = exitCodeOf(end, tally);
  const code =
    ended === done &&
    (elsewhere !== undefined || isShort || partial !== undefined || flaw !== undefined)
      ? failed
      : ended;
  const incomplete = end._tag === 'Done' ? 'flawed' : 'broken';
  const closed = await output.close(code === done ? 'whole' : incomplete);
  if (end._tag === 'ReaderGone') return code;
  const succeeded = code === done && E.isRight(closed);
  const last =
    stopTextOf(shownEnd(end, gate, repeated?.data.length), tally) ??
    (isQuiet ? '' : summaryText(tally, elapsed(), walk.beginsAt));
  const whereabouts = E.isLeft(closed) ? closed.left : succeeded && isQuiet ? '' : closed.right;
  [
    ...formatter.losses((name) => gate.said(name)()),
    ...invalid.total(tally.invalid),
    doubtOf(writing),
    last,
    elsewhere === undefined ? '' : gate.said(elsewhereText(end, missed, elsewhere), true)(),
    isShort ? shortText(short) : '',
    partial === undefined ? '' : gate.said(partialText(partial), true)(),
    cut === undefined ? '' : gate.said(cutText(cut), true)(),
    flaw ?? '',
    ...walk.remarks(gate),
    circleText(end, walk, isEmpty),
    isNothing && flags.mark
      ? gate.said(
          `nothing came, and the service was asked for ${flags.mark.asks(tally.since ?? '')}`,
          true,
        )()
      : '',
    shifted ? shiftedText(shifted) : '',
    whereabouts,
    succeeded ? '' : answerAdvice(refusalOf(end), walk.asked, source, flags),
    succeeded
      ? ''
      : adviceOn(end, {
          tally,
          hasKey: O.isSome(writing.keys),
          isRestarted: isRestarted(writing.course),
          kept: O.toUndefined(writing.resumption),
        }),
  ]
    .filter((text) => text !== '')
    .forEach(tell);
  return E.isLeft(closed) && code === done ? failed : code;
};
