import * as E from 'fp-ts/Either';
import { type Complaint, failure, misuse, reasonOf } from '../Complaint';
import type { Files } from './Files';
import { type Holder, lock, type Lock } from './lock';

const inUse = ({ pid, lockFile }: Holder): Complaint =>
  failure(`another run, process ${pid}, is using these files; if that process is no pagewalk, remove ${lockFile}`);

/** Locks the files of a run. Both have a lock: two runs may share the one though they differ in the other. */
export const lockFiles = ({ file, part }: Files): E.Either<Complaint, Lock> => {
  const locks: Array<Lock> = [];
  const release = (): void => {
    for (const { release: open } of locks.splice(0)) open();
  };
  for (const path of [file, part]) {
    try {
      const taken = lock(path);
      if (E.isRight(taken)) locks.push(taken.right);
      else {
        release();
        return E.left(inUse(taken.left));
      }
    } catch (error) {
      release();
      return E.left(misuse(`cannot write ${path}: ${reasonOf(error)}`));
    }
  }
  return E.right({ release });
};
