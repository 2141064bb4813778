import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isProcessGone } from '../../node/temporaryFile';
import { type Checked, type Complaint, failure, fileComplaint } from '../terminal/Complaint';

/** Which process holds a lock, as its lock file says it. A part is empty where the platform does not tell it. */
const Holder = t.type({
  host: t.string,
  /** Tells machines apart that have the same name. */
  machine: t.string,
  /** When the machine was started: another text each time. */
  boot: t.string,
  /** Containers have namespaces of their own, in which another process may have the same number. */
  namespace: t.string,
  /** When the process was started: tells it from a later one of the same number. */
  started: t.string,
});

export type Holder = t.TypeOf<typeof Holder>;

const textAt = (path: string): string =>
  O.getOrElse(() => '')(O.tryCatch(() => fs.readFileSync(path, 'utf8').trim()));

const startOf = (pid: number): string => {
  const stat = textAt(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may hold anything; the start is the twentieth field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

const linkAt = (path: string): string =>
  O.getOrElse(() => '')(O.tryCatch(() => fs.readlinkSync(path)));

/** A process of this namespace as it would lock a file. */
export const holderOf = (pid: number): Holder => {
  // Where /proc is that of another namespace, its numbers are those of other processes.
  const isOwnProc = linkAt('/proc/self') === String(process.pid);
  return {
    host: hostname(),
    machine: textAt('/etc/machine-id'),
    boot: textAt('/proc/sys/kernel/random/boot_id'),
    namespace: isOwnProc ? linkAt('/proc/self/ns/pid') : '',
    started: isOwnProc ? startOf(pid) : '',
  };
};

/** The namespace of processes that are in no container. Linux gives it this number on every machine. */
const outermost = 'pid:[4026531836]';

/**
 * Whether the process that took a lock still runs. It is `unknown` where it cannot be seen from here: in another container, on
 * another machine, or on a platform that does not tell two processes of one number apart.
 */
export const stateOf = (holder: Holder, pid: number): 'lives' | 'gone' | 'unknown' => {
  const now = holderOf(pid);
  const { boot, namespace, started } = holder;
  const isMachine = holder.host === now.host && holder.machine === now.machine;
  // Linux tells both; elsewhere there are no namespaces.
  const isTold = namespace !== '' && boot !== '';
  const hasNone = isMachine && process.platform !== 'linux' && namespace + boot === '';
  if (hasNone || (isTold && boot === now.boot && namespace === now.namespace)) {
    if (isProcessGone(pid) || pid === process.pid) return 'gone';
    if ([started, now.started].includes('')) return 'unknown';
    return started === now.started ? 'lives' : 'gone';
  }
  // No process outlives a restart of its machine. Which machine a container was on, its lock does not tell.
  const isRestarted = isMachine && holder.machine !== '' && isTold && boot !== now.boot;
  return isRestarted && [namespace, now.namespace].every((one) => one === outermost)
    ? 'gone'
    : 'unknown';
};

const ownLockFiles = new Set<string>();

const remove = (lockFile: string): void => {
  ownLockFiles.delete(lockFile);
  try {
    fs.rmSync(lockFile, { force: true });
  } catch {
    // What cannot be removed is void all the same once its process is gone.
  }
};

const maxBytes = 1_000;

/** Reads a lock file; none where it was not written by this version, or is just being written. */
const readHolder = (lockFile: string): O.Option<Holder> =>
  pipe(
    O.tryCatch(() => fs.lstatSync(lockFile)),
    O.filter((stats) => stats.isFile() && stats.size <= maxBytes),
    O.chain(() => O.tryCatch((): unknown => JSON.parse(textAt(lockFile)))),
    O.filter(Holder.is),
  );

/** The process whose lock of a path a file is, by its name. */
const pidIn = (path: string, lockFile: string): string | undefined =>
  lockFile.startsWith(`${path}.`)
    ? /^\.(\d+)\.[0-9a-f]{6}\.lock$/.exec(lockFile.slice(path.length))?.[1]
    : undefined;

export const isLockOf = (path: string, file: string): boolean => pidIn(path, file) !== undefined;

const living = (pid: number): Complaint =>
  failure(`another run, process ${pid}, is using these files: wait until it has ended`);

const unknown = (pid: number, holder: O.Option<Holder>): Complaint => {
  const where = O.isSome(holder) ? ` on ${holder.value.host}` : '';
  return failure(
    `another run, process ${pid}${where}, may be using these files, which cannot be seen from here: ` +
      'once you have made sure that it has ended, run the same command with --break-lock',
  );
};

/** Why a lock of somebody else holds; a lock that does not is removed. */
const heldBy = (lockFile: string, pid: number, isBreaking: boolean): Complaint | undefined => {
  if (ownLockFiles.has(lockFile)) return living(pid);
  const holder = readHolder(lockFile);
  const state = O.isSome(holder) ? stateOf(holder.value, pid) : 'unknown';
  if (state === 'lives') return living(pid);
  if (state === 'unknown' && !isBreaking && fs.existsSync(lockFile)) return unknown(pid, holder);
  remove(lockFile);
  return undefined;
};

const write = (lockFile: string): void => {
  const fd = fs.openSync(lockFile, 'wx', 0o600);
  try {
    fs.writeSync(fd, JSON.stringify(holderOf(process.pid)));
    // After a power cut, an empty lock would tell nothing of its holder.
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
};

/**
 * Locks a path against other runs. Each run puts its own file beside the path and then looks for those of others: of two that
 * come at once at least one sees the other. (One shared lock file would have to be taken over from a process that was killed,
 * and two runs can do that at once.)
 */
const lock = (path: string, own: string, isBreaking: boolean): Checked<unknown> => {
  write(own);
  ownLockFiles.add(own);
  for (const name of fs.readdirSync(dirname(path))) {
    const lockFile = join(dirname(path), name);
    const pid = pidIn(basename(path), name);
    if (pid === undefined || lockFile === own) continue;
    const complaint = heldBy(lockFile, Number(pid), isBreaking);
    if (complaint) return E.left(complaint);
  }
  return E.right(own);
};

/**
 * Locks the files of a run, and gives what releases them. Each has a lock: two runs may share only one of them. `isBreaking`
 * (`--break-lock`) takes those away of which it cannot be seen whether they are in use.
 */
export const lockFiles = (
  paths: ReadonlyArray<string>,
  isBreaking = false,
): Checked<() => void> => {
  const locks: Array<string> = [];
  const release = (): void => locks.splice(0).forEach(remove);
  for (const path of paths) {
    const own = `${path}.${process.pid}.${randomBytes(3).toString('hex')}.lock`;
    // Also where it cannot be written: on a disk that is full, an empty file would stay.
    locks.push(own);
    const taken = E.flatten(
      E.tryCatch(
        () => lock(path, own, isBreaking),
        (error) => fileComplaint(`cannot write ${path}`, error),
      ),
    );
    if (E.isLeft(taken)) {
      release();
      return taken;
    }
  }
  return E.right(release);
};
