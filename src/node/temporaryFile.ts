import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';

const ownName = /^pagewalk-spool-(\d+)-/;

/** The name of a new temporary file; it says which process it belongs to. */
export const nameFor = (pid: number, unique: string): string => `pagewalk-spool-${pid}-${unique}`;

export const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

const attempt = <R>(action: () => R): R | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/**
 * Removes the temporary files of processes that have ended.
 *
 * It can be wrong about a process that lives in another container and shares the directory, and does no harm then: a file
 * that is open stays usable without its name. What cannot be listed or removed is left alone.
 */
export const removeAbandoned = (directory: string): void => {
  for (const name of attempt(() => fs.readdirSync(directory)) ?? []) {
    const pid = ownName.exec(name)?.[1];
    if (pid === undefined || !isGone(Number(pid))) continue;
    attempt(() => fs.rmSync(join(directory, name)));
  }
};

/** A file that no other user can open and that is gone when it is closed, or when the process is. */
export interface TemporaryFile {
  write(bytes: Buffer, position: number): Promise<void>;
  writeNow(bytes: Buffer, position: number): void;
  read(position: number, length: number): Promise<Buffer>;
  /** Closes the file once what is under way has ended. */
  close(): void;
}

/** What is asked of the platform. A spec plays one that has no room, or that keeps the names of open files. */
export type Platform = Pick<typeof fs, 'openSync' | 'rmSync' | 'writeSync' | 'write' | 'read' | 'close'>;

/** Removes a file, and says whether that worked. */
const remove = ({ rmSync }: Platform, path: string): boolean =>
  attempt(() => {
    rmSync(path, { force: true });
    return true;
  }) === true;

type Done = (error: Error | null, bytes: number) => void;

const bytesOf = (operation: (done: Done) => void): Promise<number> =>
  new Promise((resolve, reject) =>
    operation((error, bytes) => {
      if (error === null) resolve(bytes);
      else reject(error);
    }),
  );

/**
 * Creates a temporary file and removes its name at once: what has no name cannot be left behind, not even by a crash. A
 * platform that refuses that for a file in use (Windows) removes the name after closing; if it does not come to that,
 * the next one to create a file in the directory does it.
 */
export const createTemporaryFile = (directory: string, platform: Platform = fs): TemporaryFile => {
  removeAbandoned(directory);
  const path = join(directory, nameFor(process.pid, randomUUID()));
  const fd = platform.openSync(path, 'wx+', 0o600);
  const hasName = !remove(platform, path);
  let underWay = 0;
  let isClosing = false;

  // A descriptor that is closed under a running operation may belong to another file by the time the operation runs.
  const closeIfIdle = (): void => {
    if (!isClosing || underWay > 0) return;
    platform.close(fd, () => {
      if (hasName) remove(platform, path);
    });
  };

  const mustBeOpen = (): void => {
    if (isClosing) throw new Error('the file is closed');
  };

  const during = async <R>(operation: () => Promise<R>): Promise<R> => {
    mustBeOpen();
    underWay += 1;
    try {
      return await operation();
    } finally {
      underWay -= 1;
      closeIfIdle();
    }
  };

  return {
    write: (bytes, position) =>
      during(async () => {
        for (let at = 0; at < bytes.length;) {
          at += await bytesOf((done) => platform.write(fd, bytes, at, bytes.length - at, position + at, done));
        }
      }),
    writeNow: (bytes, position) => {
      mustBeOpen();
      for (let at = 0; at < bytes.length;) at += platform.writeSync(fd, bytes, at, bytes.length - at, position + at);
    },
    read: (position, length) =>
      during(async () => {
        const bytes = Buffer.allocUnsafeSlow(length);
        for (let at = 0; at < length;) {
          const count = await bytesOf((done) => platform.read(fd, bytes, at, length - at, position + at, done));
          if (count === 0) throw new Error('the file is shorter than what was written to it');
          at += count;
        }
        return bytes;
      }),
    close: () => {
      if (isClosing) return;
      isClosing = true;
      closeIfIdle();
    },
  };
};
