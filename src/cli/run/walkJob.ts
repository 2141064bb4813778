import * as E from 'fp-ts/Either';
import type { WatchedWalk } from '../look/watch';
import { type ServiceConnection, withConnection } from '../connection/connect';
import { lockFiles } from '../sinks/lock';
import { openSink } from '../sinks/openSink';
import type { KeptRequest } from '../sinks/request';
import { type Files, filesOf, lockedOf } from '../sinks/target';
import { type Checked, complain, say } from '../terminal/Complaint';
import { done, type ExitCode, type Io, type Job } from '../terminal/Io';
import { openRecording } from './recording';
import { type RunFlags, runWalk } from './runWalk';

/** What a document depends on beside what is asked for: the options that say how it is written. */
const writtenAs = ({
  format = 'ndjson',
  escapeFormulas = false,
  limit,
  fields,
  mark,
}: RunFlags): KeptRequest => ({
  ...{ format, escapeFormulas, limit: limit ?? null },
  ...(fields && { fields: Object.keys(fields) }),
  ...(mark && { mark: mark.text }),
});

const write = async (
  flags: RunFlags,
  files: Files,
  source: ServiceConnection,
  walk: WatchedWalk,
  io: Io,
): Promise<ExitCode> => {
  const recording = await openRecording(flags);
  if (E.isLeft(recording)) return complain(io, recording.left);
  try {
    const service = source.isEmbedded ? 'embedded' : source.url;
    const request = { service, ...walk.request, ...writtenAs(flags) };
    const opened = await openSink(
      files,
      request,
      flags.mark !== undefined,
      io.objects ?? io.stdout,
    );
    if (E.isLeft(opened)) return complain(io, opened.left);
    if (opened.right._tag === 'Written') {
      if (flags.quiet !== true) say(io, opened.right.text);
      return done;
    }
    const ended = await runWalk(flags, source, walk, opened.right.sink, recording.right, io);
    return typeof ended === 'number' ? ended : complain(io, ended);
  } finally {
    const problem = await recording.right.close();
    if (problem !== '') say(io, problem);
  }
};

/** `list`, `search` and `walk`: opens the service and the sink, walks, and says how it went. */
export const walkJob =
  (walk: Checked<WatchedWalk>, flags: RunFlags): Job =>
  async (io) => {
    if (E.isLeft(walk)) return complain(io, walk.left);
    const files = await filesOf(flags);
    if (E.isLeft(files)) return complain(io, files.left);
    return withConnection(flags, io, async (source) => {
      const release = lockFiles(lockedOf(files.right), flags.breakLock);
      return E.isLeft(release)
        ? complain(io, release.left)
        : write(flags, files.right, source, walk.right, io).finally(release.right);
    });
  };
