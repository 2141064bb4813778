import * as E from 'fp-ts/Either';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isGone } from '../../node/temporaryFile';
import { type Checked, failure, misuse, reasonOf } from '../terminal/Complaint';

/** What tells a process from a later one of the same number: its boot, and when it started. Empty but on Linux. */
export const processMark = (pid: number): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold anything; the start is the twentieth field after it.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${boot} ${started}`;
  } catch {
    return '';
  }
};

const ownLockFiles = new Set<string>();

const remove = (lockFile: string): void => {
  ownLockFiles.delete(lockFile);
  try {
    rmSync(lockFile, { force: true });
  } catch {
    // What cannot be removed is void all the same once its process is gone.
  }
};

/** Whether a process that has the number of the one that took a lock is another one, or none at all. */
const isAbandoned = (pid: number, lockFile: string): boolean => {
  if (ownLockFiles.has(lockFile)) return false;
  if (pid === process.pid || isGone(pid)) return true;
  const mark = processMark(pid);
  try {
    const written = readFileSync(lockFile, 'utf8');
    // One that is empty is just being written.
    return mark !== '' && written !== '' && written !== mark;
  } catch {
    return true;
  }
};

/** The process whose lock of a path a file is, by its name. */
const holderIn = (path: string, lockFile: string): string | undefined =>
  lockFile.startsWith(`${path}.`)
    ? /^\.(\d+)\.[0-9a-f]{6}\.lock$/.exec(lockFile.slice(path.length))?.[1]
    : undefined;

export const isLockOf = (path: string, file: string): boolean => holderIn(path, file) !== undefined;

/**
 * Locks a path against other runs on this machine. Each run puts its own file beside the path and then looks for those of
 * others: of two that come at once at least one sees the other. (One shared lock file would have to be taken over from a
 * process that was killed, and two runs can do that at once.)
 */
const lock = (path: string, own: string): Checked<unknown> => {
  writeFileSync(own, processMark(process.pid), { flag: 'wx', mode: 0o600 });
  ownLockFiles.add(own);
  for (const name of readdirSync(dirname(path))) {
    const lockFile = join(dirname(path), name);
    const pid = holderIn(basename(path), name);
    if (pid === undefined || lockFile === own) continue;
    if (!isAbandoned(Number(pid), lockFile)) {
      const advice = `if that process is not pagewalk, remove ${lockFile}`;
      return E.left(failure(`another run, process ${pid}, is using these files; ${advice}`));
    }
    remove(lockFile);
  }
  return E.right(own);
};

/** Locks the files of a run, and gives what releases them. Each has a lock: two runs may share only one of them. */
export const lockFiles = (paths: ReadonlyArray<string>): Checked<() => void> => {
  const locks: Array<string> = [];
  const release = (): void => locks.splice(0).forEach(remove);
  for (const path of paths) {
    const own = `${path}.${process.pid}.${randomBytes(3).toString('hex')}.lock`;
    // Also where it cannot be written: on a disk that is full, an empty file would stay.
    locks.push(own);
    const taken = E.flatten(
      E.tryCatch(
        () => lock(path, own),
        (error) => misuse(`cannot write ${path}: ${reasonOf(error)}`),
      ),
    );
    if (E.isLeft(taken)) {
      release();
      return taken;
    }
  }
  return E.right(release);
};
