import { type Command, InvalidArgumentError, Option } from 'commander';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { openChanges } from '../changes/openChanges';
import { type Opened, openWriting, type StreamFlags } from '../document/Writing';
import { formats } from '../formats/formats';
import { openResumable } from '../resume/openResumable';
import { openSource, type Source } from '../source/openSource';
import { type Checked, complain, misuse, say } from '../terminal/Complaint';
import { done, type ExitCode, type Io, type Job } from '../terminal/Io';
import { openRecording, type Recording } from '../walk/recording';
import type { Walk, WalkOf } from '../walk/walks';
import { addProgressOptions, rateLimit, wholeNumber } from './options';
import { streamWalk } from './streamWalk';

const open = (flags: StreamFlags, source: Source, walk: Walk, io: Io): Promise<Checked<Opened>> => {
  const service = O.isSome(source.embedded) ? 'embedded' : source.url;
  if (flags.changes !== undefined) return openChanges(flags, flags.changes, { service, ...walk.request }, io);
  if (flags.resume === undefined) return openWriting(flags, io);
  return openResumable(flags, flags.resume, { service, ...walk.request });
};

const write = async (
  flags: StreamFlags,
  source: Source,
  walk: Walk,
  recording: Recording,
  io: Io,
): Promise<ExitCode> => {
  const opened = await open(flags, source, walk, io);
  if (E.isLeft(opened)) return complain(io, opened.left);
  if (opened.right._tag === 'Written') {
    if (opened.right.doubt !== '') say(io, opened.right.doubt);
    if (flags.quiet !== true) say(io, opened.right.text);
    return done;
  }
  const { writing } = opened.right;
  try {
    return await streamWalk(flags, source, walk, writing, recording, io);
  } finally {
    writing.release();
  }
};

/** `list`, `search` and `walk`: opens the service and the output, walks, and says how it went. */
export const streamJob =
  (flags: StreamFlags, walkOf: WalkOf): Job =>
  async (io) => {
    if (flags.escapeFormulas === true && flags.format !== 'csv') {
      return complain(io, misuse('--escape-formulas is of use only with --format csv'));
    }
    const source = await openSource(flags, io);
    if (E.isLeft(source)) return complain(io, source.left);
    try {
      const walk = walkOf(source.right);
      if (E.isLeft(walk)) return complain(io, walk.left);
      const recording = await openRecording(flags);
      if (E.isLeft(recording)) return complain(io, recording.left);
      try {
        return await write(flags, source.right, walk.right, recording.right, io);
      } finally {
        const problem = await recording.right.close();
        if (problem !== '') say(io, problem);
      }
    } finally {
      await source.right.close();
    }
  };

const propertyName = (text: string): string => {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a property.');
};

/** The options that `list`, `search` and `walk` share. */
export const addStreamOptions = (command: Command): Command =>
  addProgressOptions(
    command
      .option('--limit <n>', 'stop after this many objects', wholeNumber(1))
      .addOption(
        new Option('--format <format>', 'how objects are written').choices(Object.keys(formats)).default('ndjson'),
      )
      .option('--escape-formulas', 'csv for spreadsheets: no cell of it is run as a formula')
      .option('-o, --out <file>', 'write to a file, which appears when it is complete')
      .option('--resume <file>', 'keep the place in a file, and continue from there after a crash; needs --out')
      .option(
        '--key <name>',
        'property that tells objects apart, to begin again when a page token has expired',
        propertyName,
      )
      .option(
        '--changes <file>',
        'write only what is new, changed or gone since the run that kept the file; needs --key. Objects are compared by ' +
          'SHA-256, so no edit goes unnoticed.',
      )
      .option('--events <file>', 'write what happens to a file, to look at with pagewalk show')
      .option('--attempts <n>', 'maximum requests for one page (default: 5)', wholeNumber(1))
      .option('--polite <n/min>', 'maximum requests at once[/per minute]; all wait after a 429', rateLimit),
  );
