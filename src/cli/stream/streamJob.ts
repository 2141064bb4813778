import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { EMPTY } from 'rxjs';
import { bearer, createClient } from '../../index';
import type { Complaint } from '../Complaint';
import { done, type ExitCode, failed } from '../ExitCode';
import type { Io } from '../Io';
import type { Job } from '../Job';
import { complain, say } from '../say';
import { countRetries } from '../source/countRetries';
import { openSource } from '../source/openSource';
import type { Source } from '../source/Source';
import { fileOutput } from './fileOutput';
import { formatters } from './formatters';
import { invalidObjects } from './invalidObjects';
import type { Output } from './Output';
import { progressLine } from './progressLine';
import { progressText, summaryText } from './progressText';
import { complaintOf, exitCodeOf } from './StreamEnd';
import type { StreamFlags } from './StreamFlags';
import { streamPages } from './streamPages';
import { newTally } from './Tally';
import type { Walk, WalkOf } from './walks';
import { writableOutput } from './writableOutput';

const openOutput = async (out: string | undefined, io: Io): Promise<E.Either<Complaint, Output>> =>
  out === undefined ? E.right(writableOutput(io.stdout)) : fileOutput(out);

const stream = async (flags: StreamFlags, source: Source, walk: Walk, output: Output, io: Io): Promise<ExitCode> => {
  const isQuiet = flags.quiet === true;
  const start = performance.now();
  const elapsed = (): number => performance.now() - start;
  const tally = newTally();
  const line = progressLine(io.stderr, () => progressText(tally, elapsed()));
  const tell = (text: string): void => {
    line.erase();
    say(io, text);
  };
  // Objects that go to the terminal need the room where the progress line stands; others would only make it flicker.
  const isInTheWay = flags.out === undefined && io.stdout.isTTY === true;
  const write = (text: string): void => {
    if (isInTheWay) line.erase();
    output.write(text);
  };
  const invalid = invalidObjects(tell);
  const formatter = formatters[flags.format]();
  const client = createClient({
    transport: countRetries(source.transport, () => (tally.retries += 1)),
    auth: O.isSome(source.token) ? bearer(source.token.value) : undefined,
  });

  const drawing = (io.stderr.isTTY === true && !isQuiet ? line.drawn : EMPTY).subscribe();
  const end = await streamPages({
    pages: (valve) => walk(client, valve),
    output: { ...output, write },
    formatter,
    limit: flags.limit ?? Infinity,
    tally,
    interrupts: io.interrupts,
    onInvalid: invalid.note,
  });
  drawing.unsubscribe();

  const code = exitCodeOf(end, tally);
  const closed = await output.close(code === done);
  if (end._tag === 'ReaderGone') return code;
  const isWhole = code === done && E.isRight(closed);
  const last = complaintOf(end, tally) ?? (isQuiet ? '' : summaryText(tally, elapsed()));
  const place = E.isLeft(closed) ? closed.left : isWhole && isQuiet ? '' : closed.right;
  [...formatter.losses(), ...invalid.total(), last, place].filter((text) => text !== '').forEach(tell);
  return E.isLeft(closed) && code === done ? failed : code;
};

/** `list` and `search`: opens the service and the output, walks, and says how it went. */
export const streamJob =
  (flags: StreamFlags, walkOf: WalkOf): Job =>
  async (io) => {
    const source = await openSource(flags, io.env);
    if (E.isLeft(source)) return complain(io, source.left);
    try {
      const walk = walkOf(source.right);
      if (E.isLeft(walk)) return complain(io, walk.left);
      const output = await openOutput(flags.out, io);
      if (E.isLeft(output)) return complain(io, output.left);
      return await stream(flags, source.right, walk.right, output.right, io);
    } finally {
      await source.right.close();
    }
  };
