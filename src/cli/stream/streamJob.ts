import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { openChanges } from '../changes/openChanges';
import { type Opened, openWriting, type StreamFlags } from '../document/Writing';
import { openResumable } from '../resume/openResumable';
import { openSource, type Source } from '../source/openSource';
import { complain, type Complaint, misuse, say } from '../terminal/Complaint';
import { done, type Io, type Job } from '../terminal/Io';
import type { Walk, WalkOf } from '../walk/walks';
import { streamWalk } from './streamWalk';

const open = (flags: StreamFlags, source: Source, walk: Walk, io: Io): Promise<E.Either<Complaint, Opened>> => {
  const service = O.isSome(source.embedded) ? 'embedded' : source.url;
  if (flags.changes !== undefined) return openChanges(flags, flags.changes, { service, ...walk.request }, io);
  if (flags.resume === undefined) return openWriting(flags, io);
  return openResumable(flags, flags.resume, { service, ...walk.request });
};

/** `list` and `search`: opens the service and the output, walks, and says how it went. */
export const streamJob =
  (flags: StreamFlags, walkOf: WalkOf): Job =>
  async (io) => {
    if (flags.escapeFormulas === true && flags.format !== 'csv') {
      return complain(io, misuse('--escape-formulas is of use only with --format csv'));
    }
    const source = await openSource(flags, io.env);
    if (E.isLeft(source)) return complain(io, source.left);
    try {
      const walk = walkOf(source.right);
      if (E.isLeft(walk)) return complain(io, walk.left);
      const opened = await open(flags, source.right, walk.right, io);
      if (E.isLeft(opened)) return complain(io, opened.left);
      if (opened.right._tag === 'Written') {
        if (opened.right.doubt !== '') say(io, opened.right.doubt);
        if (flags.quiet !== true) say(io, opened.right.text);
        return done;
      }
      const { writing } = opened.right;
      try {
        return await streamWalk(flags, source.right, walk.right, writing, io);
      } finally {
        writing.release();
      }
    } finally {
      await source.right.close();
    }
  };
