import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { type Complaint, failure, misuse, reasonOf } from '../terminal/Complaint';
import type { Files } from './Files';
import { type Holder, lock, type Lock } from './lock';

const inUse = ({ pid, lockFile }: Holder): Complaint =>
  failure(`another run, process ${pid}, is using these files; if that process is no pagewalk, remove ${lockFile}`);

/** Locks one file of a run. */
export const lockFile = (path: string): E.Either<Complaint, Lock> => {
  try {
    return pipe(lock(path), E.mapLeft(inUse));
  } catch (error) {
    return E.left(misuse(`cannot write ${path}: ${reasonOf(error)}`));
  }
};

/** Locks the files of a run. Both have a lock: two runs may share the one though they differ in the other. */
export const lockFiles = ({ file, part }: Files): E.Either<Complaint, Lock> => {
  const locks: Array<Lock> = [];
  const release = (): void => {
    for (const { release: open } of locks.splice(0)) open();
  };
  for (const path of [file, part]) {
    const taken = lockFile(path);
    if (E.isLeft(taken)) {
      release();
      return taken;
    }
    locks.push(taken.right);
  }
  return E.right({ release });
};
