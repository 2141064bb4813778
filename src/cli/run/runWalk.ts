import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Client, Doubt } from '../../index';
import type { WatchedWalk } from '../look/watch';
import { answerAdvice } from '../connection/answerAdvice';
import type { ClientFlags } from '../connection/client';
import type { ConnectionFlags, ServiceConnection } from '../connection/connect';
import { followed } from '../connection/followed';
import { endNotes, type WalkOutcome } from '../endings/doubts';
import { adviceOn, exitCodeOf, stopTextOf } from '../endings/endings';
import type { StreamEnd } from '../endings/StreamEnd';
import { refusalOf, shownEnd } from '../endings/tellEnd';
import { FormatProblem, keyIn, itemView } from '../formats/Format';
import { type FormatFlags, formatOf } from '../formats/formats';
import type { Flags } from '../options/Option';
import type { listOptions, outputOptions } from '../options/tables';
import { type Sink, SinkProblem } from '../sinks/Sink';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';
import type { Gate } from '../terminal/gate';
import { done, type ExitCode, type Io } from '../terminal/Io';
import { invalidObjects, newTally, type ProgressFlags, summaryText } from '../terminal/progress';
import { escaped } from '../terminal/text';
import { type Document, documentOf, KeyProblem } from './Document';
import { checkMarks, markOptions, markProblem } from './marking';
import { pump, type Pumping } from './pump';
import type { Recording } from './recording';
import { nothingShown, type PagesShown, watchPages } from './watchPages';

/** The options of what writes the items of a walk. */
export type RunFlags = ConnectionFlags &
  ProgressFlags &
  ClientFlags &
  FormatFlags &
  Pick<Flags<typeof outputOptions>, 'limit' | 'out' | 'key' | 'breakLock' | 'events' | 'resume'> &
  Pick<Flags<typeof listOptions>, 'mark'> & {
    /** The file that the body of every request was read from. */
    readonly bodyFile?: string | undefined;
  };

/** What ended a walk, by what was thrown. What is no such end is a bug, and is thrown on. */
const endOfRun = (error: unknown, flags: RunFlags, gate: Gate): StreamEnd => {
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

/** A walk that is under way. */
interface WalkRun {
  readonly flags: RunFlags;
  readonly source: ServiceConnection;
  readonly walk: WatchedWalk;
  readonly sink: Sink;
  readonly document: Document;
  readonly invalid: ReturnType<typeof invalidObjects>;
  readonly mayBeginAgain: boolean;
  readonly tell: (text: string) => void;
}

/** What the round that is under way has brought to light. */
interface HeardOfRound {
  doubt: Doubt;
  shown: PagesShown;
}

const nothingHeard = (): HeardOfRound => ({ doubt: {}, shown: nothingShown });

/** The pages of a walk, and what is heard of them. */
const heardPages = (
  { flags, source: { gate }, walk, document: { tally }, tell }: WalkRun,
  client: Client,
  heard: HeardOfRound,
): Pick<Pumping, 'pages' | 'onDoubt'> => ({
  pages: (start) => {
    // A walk that begins again brings its first page again.
    Object.assign(heard, nothingHeard());
    if (start.mark !== undefined) tally.since = gate.said(String(start.mark), true)();
    return walk.pages(client, start).pipe(
      watchPages(gate, start, (shown, { data, total, fields }) => {
        heard.shown = shown;
        if (shown.pages === 1 && start.place === undefined) checkMarks(data, flags.mark);
        const all = total ?? fields.totalCount;
        if (Number.isSafeInteger(all))
          tally.total = Math.min(all as number, flags.limit ?? Infinity);
      }),
    );
  },
  onDoubt: ({ ahead, ...rest }) => {
    heard.doubt = withDoubt(heard.doubt, rest);
    if (ahead === undefined) return;
    const dated = `an item is dated ${ahead.mark}, more than a day ahead of this machine: it is not the mark`;
    tell(gate.said(dated, true)());
  },
});

const outcomeOf = (
  { flags, sink, document }: WalkRun,
  end: StreamEnd,
  heard: HeardOfRound,
): WalkOutcome => {
  const { limit = Infinity, mark } = flags;
  const { doubt, shown } = heard;
  return {
    ...{ end, tally: document.tally, limit, doubt, pages: shown.pages, isEmpty: shown.isEmpty },
    isLater: sink.before !== undefined,
    lastRun: sink.lastRun,
    asks: mark?.asking?.words,
    isNewestFirst: mark !== undefined && mark.asking === undefined,
  };
};

/** Puts the document where it belongs, and says how the walk went. */
const concluded = async (
  run: WalkRun,
  end: StreamEnd,
  heard: HeardOfRound,
  elapsed: () => number,
): Promise<ExitCode> => {
  const { flags, source, walk, sink, document, invalid, mayBeginAgain, tell } = run;
  const { tally } = document;
  const { gate } = source;
  const shownName = (name: string): string => gate.said(name)();
  const notes = endNotes(walk, outcomeOf(run, end, heard), gate);
  const isDoubted = notes.some(({ isFailure }) => isFailure);
  const isWhole = exitCodeOf(end, tally, isDoubted) === done;
  const incomplete = end._tag === 'Done' ? 'flawed' : 'broken';
  const closed = await sink.close(isWhole ? 'whole' : incomplete).then(
    (where): E.Either<string, string> => E.right(where),
    (error: unknown) => E.left(reasonOf(error)),
  );
  const code = exitCodeOf(end, tally, isDoubted || E.isLeft(closed));
  if (end._tag === 'ReaderGone') return code;
  const summary = () => (flags.quiet ? '' : summaryText(tally, elapsed(), walk.beginsAt));
  const advice = () => [
    answerAdvice(refusalOf(end), walk.asked, source, flags),
    adviceOn(end, { tally, mayBeginAgain, kept: sink.resumption }),
  ];
  [
    ...document.losses(shownName),
    ...invalid.total(tally.invalid),
    stopTextOf(shownEnd(end, gate, heard.shown.repeated?.data.length), tally) ?? summary(),
    ...notes.map(({ text }) => text),
    code === done && flags.quiet ? '' : E.toUnion(closed),
    ...(code === done ? [] : advice()),
  ]
    .filter((text) => text !== '')
    .forEach(tell);
  return code;
};

/** Objects on the terminal need the room where the progress line stands; others would only make it flicker. */
const onTerminal = (document: Document, erase: () => void): Document => {
  const shown = (text: string): string => {
    erase();
    return escaped(text);
  };
  return {
    ...document,
    add: (page) => shown(document.add(page)),
    end: () => shown(document.end()),
  };
};

/** Walks, writes what comes, and says how it went. */
export const runWalk = async (
  flags: RunFlags,
  source: ServiceConnection,
  walk: WatchedWalk,
  sink: Sink,
  recording: Recording,
  io: Io,
): Promise<ExitCode | Complaint> => {
  const { key, mark, out } = flags;
  const tally = newTally(sink.before);
  const { client, elapsed, erase, tell, following } = followed(source, flags, tally, io);
  const limit = flags.limit ?? Infinity;
  const invalid = invalidObjects(tell);
  const view = itemView(walk.endpoint);
  const document = O.toUndefined(
    documentOf(sink, {
      tally,
      format: formatOf(flags, view),
      limit,
      key: key === undefined ? key : { name: key, of: (item) => keyIn(view.inside(item), key) },
      onInvalid: invalid.note,
    }),
  );
  if (document === undefined) {
    following.unsubscribe();
    return misuse(
      `cannot continue with ${sink.resumption?.file ?? ''}: what it says of the format is damaged. Name another with --resume`,
    );
  }
  await recording.record(client);
  const mayBeginAgain = sink.beginAgain !== undefined || key !== undefined;
  const run: WalkRun = { flags, source, walk, sink, document, invalid, mayBeginAgain, tell };
  const heard = nothingHeard();
  const isOnTerminal = out === undefined && io.stdout.isTTY === true;
  const end = await pump({
    sink,
    document: isOnTerminal ? onTerminal(document, erase) : document,
    mayBeginAgain,
    mark: mark && markOptions(mark),
    endOf: (error) => endOfRun(error, flags, source.gate),
    interrupts: io.interrupts,
    ...heardPages(run, client, heard),
  });
  following.unsubscribe();
  return concluded(run, end, heard, elapsed);
};
