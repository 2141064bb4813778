import { type Command, Option } from 'commander';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { openDocument } from '../document/openDocument';
import { misusedOptions, type StreamFlags } from '../document/Writing';
import { formatNames } from '../formats/formats';
import { lockFiles } from '../outputs/lock';
import { isAddress } from '../describe/address';
import { type Files, filesOf, lockedOf } from '../outputs/target';
import { type Source, withSource } from '../source/openSource';
import { complain, misuse, say } from '../terminal/Complaint';
import { done, type ExitCode, type Io, type Job } from '../terminal/Io';
import { openRecording } from '../walk/recording';
import type { Walk, WalkOf } from '../walk/walks';
import { addProgressOptions, rateLimit, refuse, wholeNumber } from './options';
import { streamWalk } from './streamWalk';

/** Writes the document while its events are recorded. */
const write = async (flags: StreamFlags, files: Files, source: Source, walk: Walk, io: Io): Promise<ExitCode> => {
  const recording = await openRecording(flags);
  if (E.isLeft(recording)) return complain(io, recording.left);
  try {
    const service = O.isSome(source.embedded) ? 'embedded' : source.url;
    const opened = await openDocument(flags, files, { service, ...walk.request }, io);
    if (E.isLeft(opened)) return complain(io, opened.left);
    const document = opened.right;
    if (document._tag === 'Writing') {
      return await streamWalk(flags, source, walk, document.writing, recording.right, io);
    }
    if (document.doubt !== '') say(io, document.doubt);
    if (flags.quiet !== true) say(io, document.text);
    return done;
  } finally {
    const problem = await recording.right.close();
    if (problem !== '') say(io, problem);
  }
};

const writeLocked = async (flags: StreamFlags, source: Source, walk: Walk, io: Io): Promise<ExitCode> => {
  const files = await filesOf(flags);
  if (E.isLeft(files)) return complain(io, files.left);
  const release = lockFiles(lockedOf(files.right));
  if (E.isRight(release)) return write(flags, files.right, source, walk, io).finally(release.right);
  return complain(io, flags.changes === undefined ? release.left : misuse(release.left.message));
};

/** What `--resume` is without a file. */
const isBesideOut = ' beside --out';

const fileName = (text: string): string =>
  isAddress(text) ? refuse('Write the URL before --resume: --resume reads it as the name of a file.') : text;

/** `list`, `search` and `walk`: opens the service and the output, walks, and says how it went. */
export const streamJob =
  (given: StreamFlags, walkOf: WalkOf): Job =>
  async (io) => {
    const flags = given.resume === isBesideOut ? { ...given, resume: `${given.out ?? ''}.place` } : given;
    const problem = misusedOptions(flags);
    if (problem !== undefined) return complain(io, misuse(problem));
    return withSource(flags, io, async (source) => {
      const walk = walkOf(source);
      return E.isLeft(walk) ? complain(io, walk.left) : writeLocked(flags, source, walk.right, io);
    });
  };

const propertyName = (text: string): string => (text === '' ? refuse('It must be the name of a property.') : text);

/** The options that `list`, `search` and `walk` share. */
export const addStreamOptions = (command: Command): Command =>
  addProgressOptions(
    command
      .option('--limit <n>', 'stop after this many objects', wholeNumber(1))
      .option('--max-pages <n>', 'fail if there are more pages than this', wholeNumber(1))
      .addOption(new Option('--format <format>', 'how objects are written').choices(formatNames).default('ndjson'))
      .option('--escape-formulas', 'csv for spreadsheets: no cell of it is run as a formula')
      .option('-o, --out <file>', 'write to a file, which appears when it is complete')
      .addOption(
        new Option(
          '--resume [file]',
          'keep the place in a file (default: OUT.place), and continue from there after a crash; needs --out',
        )
          .argParser(fileName)
          .preset(isBesideOut),
      )
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
