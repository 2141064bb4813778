import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { besides } from '../../node/privateFile';
import { type Opened, openWriting, type StreamFlags } from '../document/Writing';
import { lockFiles } from '../outputs/lock';
import { clashOf, namesOf, secretFiles, targetOf } from '../outputs/target';
import type { Request } from '../resume/Bookmark';
import { type Complaint, misuse, reasonOf } from '../terminal/Complaint';
import type { Io } from '../terminal/Io';
import { createChangeBook } from './changeBook';
import { findKnown, keepKnown } from './knownFile';

const problemOf = ({ key, resume, format }: StreamFlags): string | undefined => {
  if (key === 'change' && format === 'csv') return 'csv already has a column named change: use another --format';
  if (key === undefined) return '--changes needs --key NAME: a property that tells objects apart';
  return resume === undefined ? undefined : '--changes and --resume cannot be used together';
};

/** Opens a document of the changes since the last whole run, and what that run knew. */
export const openChanges = async (
  flags: StreamFlags,
  changes: string,
  asked: Request,
  io: Pick<Io, 'stdout' | 'objects'>,
): Promise<E.Either<Complaint, Opened>> => {
  const { key: name = '', out } = flags;
  const problem = problemOf(flags);
  if (problem !== undefined) return E.left(misuse(problem));
  const target = await targetOf('--changes', changes);
  if (E.isLeft(target)) return target;
  const file = target.right.path;
  const clash = clashOf([
    ['the file of --changes', [file, ...(await namesOf(changes))]],
    ['the .new file of --changes', [besides(file)]],
    ['the file of --out', out === undefined ? [] : await namesOf(out)],
    ...(await secretFiles(flags)),
  ]);
  if (O.isSome(clash)) return E.left(clash.value);
  const lock = pipe(
    lockFiles([file]),
    E.mapLeft(({ message }) => misuse(message)),
  );
  if (E.isLeft(lock)) return lock;
  const request = { ...asked, key: name };
  let isLockPassedOn = false;
  try {
    const known = await findKnown(file, request);
    if (E.isLeft(known)) return known;
    const opened = await openWriting(flags, io);
    isLockPassedOn = E.isRight(opened);
    return pipe(
      opened,
      E.map((begun): Opened => {
        if (begun._tag === 'Written') return begun;
        const book = createChangeBook(name, flags, known.right);
        return {
          _tag: 'Writing',
          writing: {
            ...begun.writing,
            changes: { book, file, keep: () => keepKnown(file, { request, versions: book.versions }) },
            release: lock.right.release,
          },
        };
      }),
    );
  } catch (error) {
    return E.left(misuse(`cannot read ${changes}: ${reasonOf(error)}`));
  } finally {
    if (!isLockPassedOn) lock.right.release();
  }
};
