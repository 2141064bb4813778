import { isNone, toUndefined, tryCatch } from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';

const ownName = /^pagewalk-spool-(\d+)-/;

/** The name of a new temporary file; it says which process it belongs to. */
export const nameFor = (pid: number, unique: string): string => `pagewalk-spool-${pid}-${unique}`;

export const isProcessGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/** Removes the files of processes that have ended. One in another container does not need the name of an open file. */
export const removeAbandoned = (directory: string): void => {
  for (const name of toUndefined(tryCatch(() => fs.readdirSync(directory))) ?? []) {
    const pid = ownName.exec(name)?.[1];
    if (pid === undefined || !isProcessGone(Number(pid))) continue;
    tryCatch(() => fs.rmSync(join(directory, name)));
  }
};

/** A file that no other user can open and that is gone when it is closed, or when the process is. */
export interface TemporaryFile {
  /** How many bytes have not been taken. */
  readonly size: number;
  append(bytes: Uint8Array): void;
  /** The oldest bytes, this many at most. */
  take(length: number): Buffer;
  close(): void;
}

/** What is asked of the platform. A spec plays one that has no room, or that keeps the names of open files. */
export type Platform = Pick<
  typeof fs,
  'openSync' | 'rmSync' | 'writeSync' | 'readSync' | 'ftruncateSync' | 'closeSync'
>;

/** Removes its name at once: no crash leaves it behind. On Windows it goes after closing, or with the next file. */
export const createTemporaryFile = (directory: string, platform: Platform = fs): TemporaryFile => {
  removeAbandoned(directory);
  const path = join(directory, nameFor(process.pid, randomUUID()));
  const fd = platform.openSync(path, 'wx+', 0o600);
  const removeName = () => tryCatch(() => platform.rmSync(path, { force: true }));
  const hasName = isNone(removeName());
  let taken = 0;
  let end = 0;
  return {
    get size() {
      return end - taken;
    },
    append: (bytes) => {
      for (let at = 0; at < bytes.length;)
        at += platform.writeSync(fd, bytes, at, bytes.length - at, end + at);
      end += bytes.length;
    },
    take: (length) => {
      const bytes = Buffer.allocUnsafeSlow(Math.min(length, end - taken));
      for (let at = 0; at < bytes.length;) {
        const count = platform.readSync(fd, bytes, at, bytes.length - at, taken + at);
        if (count === 0) throw new Error('the file is shorter than what was written to it');
        at += count;
      }
      taken += bytes.length;
      if (taken === end) {
        platform.ftruncateSync(fd);
        taken = end = 0;
      }
      return bytes;
    },
    close: () => {
      platform.closeSync(fd);
      if (hasName) removeName();
    },
  };
};
