import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Doubt } from '../../index';
import type { Walk } from '../anyApi/anyWalk';
import { answerAdvice } from '../connection/answerAdvice';
import type { ServiceConnection } from '../connection/connect';
import { followed } from '../connection/followed';
import { endNotes } from '../endings/doubts';
import { adviceOn, exitCodeOf, stopTextOf } from '../endings/endings';
import type { StreamEnd } from '../endings/StreamEnd';
import { refusalOf, shownEnd } from '../endings/tellEnd';
import { FormatProblem } from '../formats/Format';
import { formatOf } from '../formats/formats';
import { type Sink, SinkProblem } from '../sinks/Sink';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';
import type { Gate } from '../terminal/gate';
import { done, type ExitCode, failed, type Io } from '../terminal/Io';
import { invalidObjects, newTally, summaryText } from '../terminal/progress';
import { escaped } from '../terminal/text';
import { documentOf, KeyProblem } from './Document';
import { checkMarks, markOptions, markProblem } from './marking';
import { pump } from './pump';
import type { Recording } from './recording';
import type { RunFlags } from './RunFlags';
import { nothingShown, watchPages } from './watchPages';

/** What ended a walk, by what was thrown. What is no such end is a bug, and is thrown on. */
const endOf = (error: unknown, flags: RunFlags, gate: Gate): StreamEnd => {
  if (error instanceof SinkProblem) return { _tag: 'OutputFailed', reason: error.message };
  if (error instanceof KeyProblem) return { _tag: 'KeyFailed', reason: error.message };
  return error instanceof FormatProblem
    ? { _tag: 'FormatFailed', reason: error.told((name) => gate.said(name)()) }
    : { _tag: 'MarkFailed', reason: markProblem(error, flags.mark) };
};

/** What one list leaves in doubt. Of the lists of items, only that of the items themselves can have its next page elsewhere. */
const withDoubt = (before: Doubt, { unseen, parent, ...rest }: Doubt): Doubt => ({
  ...before,
  ...rest,
  ...(parent === undefined && unseen !== undefined && { unseen }),
});

/** Walks, writes what comes, and says how it went. */
export const runWalk = async (
  flags: RunFlags,
  source: ServiceConnection,
  walk: Walk,
  sink: Sink,
  recording: Recording,
  io: Io,
): Promise<ExitCode | Complaint> => {
  const { limit = Infinity, mark, out, resume, quiet: isQuiet = false } = flags;
  const { gate } = source;
  const tally = newTally(sink.before);
  const { client, elapsed, erase, tell, following } = followed(source, flags, tally, io);
  const invalid = invalidObjects(tell);
  const document = O.toUndefined(
    documentOf(sink, {
      tally,
      format: formatOf(flags),
      limit,
      key: flags.key,
      onInvalid: invalid.note,
    }),
  );
  if (document === undefined) {
    following.unsubscribe();
    const advice = 'Name another with --resume';
    return misuse(
      `cannot continue with ${resume ?? ''}: what it says of the format is damaged. ${advice}`,
    );
  }
  const isOnTerminal = out === undefined && io.stdout.isTTY === true;
  const onTerminal = (text: string): string => {
    // Objects on the terminal need the room where the progress line stands; others would only make it flicker.
    erase();
    return escaped(text);
  };
  const mayBeginAgain = sink.beginAgain !== undefined || flags.key !== undefined;
  await recording.record(client);

  let doubt: Doubt = {};
  let shown = nothingShown;
  const end = await pump({
    sink,
    document: isOnTerminal
      ? {
          ...document,
          add: (page) => onTerminal(document.add(page)),
          end: () => onTerminal(document.end()),
        }
      : document,
    mayBeginAgain,
    mark: mark && markOptions(mark),
    endOf: (error) => endOf(error, flags, gate),
    interrupts: io.interrupts,
    onDoubt: ({ ahead, ...rest }) => {
      doubt = withDoubt(doubt, rest);
      if (ahead) {
        const dated = `an item is dated ${ahead.mark}, more than a day ahead of this machine: it is not the mark`;
        tell(gate.said(dated, true)());
      }
    },
    pages: (start) => {
      // A walk that begins again brings its first page again.
      [doubt, shown] = [{}, nothingShown];
      if (start.mark !== undefined) tally.since = String(start.mark);
      return walk.pages(client, start.valve, start.place, start.mark).pipe(
        watchPages(gate, start, (now, { data, total, fields }) => {
          shown = now;
          if (now.pages === 1 && start.place === undefined) checkMarks(data, mark);
          const all = total ?? fields.totalCount;
          if (Number.isSafeInteger(all)) tally.total = Math.min(all as number, limit);
        }),
      );
    },
  });
  following.unsubscribe();

  const notes = endNotes(
    walk,
    {
      ...{ end, tally, limit, doubt, pages: shown.pages, isEmpty: shown.isEmpty },
      isLater: sink.before !== undefined,
      lastRun: sink.lastRun,
      asks: mark?.asks,
    },
    gate,
  );
  const ended = exitCodeOf(end, tally);
  const code = ended === done && notes.some(({ isFailure }) => isFailure) ? failed : ended;
  const incomplete = end._tag === 'Done' ? 'flawed' : 'broken';
  const closed = await sink.close(code === done ? 'whole' : incomplete).then(
    (where): E.Either<string, string> => E.right(where),
    (error: unknown) => E.left(reasonOf(error)),
  );
  if (end._tag === 'ReaderGone') return code;
  const succeeded = code === done && E.isRight(closed);
  const summary = isQuiet ? '' : summaryText(tally, elapsed(), walk.beginsAt);
  const stopped = stopTextOf(shownEnd(end, gate, shown.repeated?.data.length), tally);
  const standing = { tally, mayBeginAgain, kept: sink.resumption };
  const lines = [
    ...document.losses((name) => gate.said(name)()),
    ...invalid.total(tally.invalid),
    stopped ?? summary,
    ...notes.map(({ text }) => text),
    succeeded && isQuiet ? '' : E.toUnion(closed),
    ...(succeeded
      ? []
      : [answerAdvice(refusalOf(end), walk.asked, source, flags), adviceOn(end, standing)]),
  ];
  lines.filter((text) => text !== '').forEach(tell);
  return succeeded || code !== done ? code : failed;
};
