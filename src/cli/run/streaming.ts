import * as E from 'fp-ts/Either';
import type { Walk } from '../anyApi/anyWalk';
import { type ServiceConnection, withConnection } from '../connection/connect';
import type { Flags } from '../options/Option';
import type { outputOptions } from '../options/tables';
import { lockFiles } from '../sinks/lock';
import { type Files, filesOf, lockedOf } from '../sinks/target';
import { type Checked, complain, misuse, say } from '../terminal/Complaint';
import { done, type ExitCode, type Io, type Job } from '../terminal/Io';
import { openDocument } from './openDocument';
import { openRecording } from './recording';
import { streamWalk } from './streamWalk';
import type { StreamFlags } from './Writing';

const write = async (
  flags: StreamFlags,
  files: Files,
  source: ServiceConnection,
  walk: Walk,
  io: Io,
): Promise<ExitCode> => {
  const recording = await openRecording(flags);
  if (E.isLeft(recording)) return complain(io, recording.left);
  try {
    const service = source.isEmbedded ? 'embedded' : source.url;
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

/** The same as they are written: `--resume` may come without the name of a file. */
export type GivenFlags = Omit<StreamFlags, 'resume'> & Pick<Flags<typeof outputOptions>, 'resume'>;

const outputOf = ({ resume, ...given }: GivenFlags): Checked<StreamFlags> => {
  const { fields, key, out = '' } = given;
  if (fields !== undefined && key !== undefined && !Object.hasOwn(fields, key))
    return E.left(misuse('--fields needs the NAME of --key'));
  if (resume === undefined) return E.right(given);
  return E.right({ ...given, resume: resume === true ? `${out}.place` : resume });
};

/** `list`, `search` and `walk`: opens the service and the output, walks, and says how it went. */
export const streamJob =
  (walk: Checked<Walk>, given: GivenFlags): Job =>
  async (io) => {
    if (E.isLeft(walk)) return complain(io, walk.left);
    const planned = outputOf(given);
    if (E.isLeft(planned)) return complain(io, planned.left);
    const flags = planned.right;
    const files = await filesOf(flags);
    if (E.isLeft(files)) return complain(io, files.left);
    return withConnection(flags, io, async (source) => {
      const release = lockFiles(lockedOf(files.right), flags.breakLock);
      return E.isLeft(release)
        ? complain(io, release.left)
        : write(flags, files.right, source, walk.right, io).finally(release.right);
    });
  };
