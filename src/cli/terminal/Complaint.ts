import type * as E from 'fp-ts/Either';
import { type ExitCode, failed, type Interrupt, interruptedBy, type Io, wrongUsage } from './Io';
import { printableLine } from './text';

/** Why a command did not begin: one line, and what to exit with. */
export interface Complaint {
  readonly message: string;
  readonly exitCode: Exclude<ExitCode, 0>;
}

/** What was asked for, or why it is missing. */
export type Checked<A> = E.Either<Complaint, A>;

/** What was asked for cannot be right. */
export const misuse = (message: string): Complaint => ({ message, exitCode: wrongUsage });

/** It was tried and failed. */
export const failure = (message: string): Complaint => ({ message, exitCode: failed });

/** Somebody interrupted it before it began. */
export const interrupted = (by: Interrupt): Complaint => ({
  message: 'interrupted',
  exitCode: interruptedBy[by],
});

const meanings: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota of disk space is used up',
  EFBIG: 'the file would be larger than this system allows',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'there is a file of this name already',
  ERR_FS_EISDIR: 'it is a directory',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine does not have the address',
};

/** Says an exception of Node's in a few words, without its stack, its paths and its system calls. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  const known = typeof code === 'string' ? meanings[code] : undefined;
  return known ?? (typeof message === 'string' && message !== '' ? message : String(error));
};

/** A disk that is full, or fails, is not what was asked for: the same command may be right later. */
const ofPlatform: ReadonlyArray<unknown> = [
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
];

/** Why a file cannot be read or written. */
export const fileComplaint = (what: string, error: unknown): Complaint =>
  (ofPlatform.includes((Object(error) as { readonly code?: unknown }).code) ? failure : misuse)(
    `${what}: ${reasonOf(error)}`,
  );

export const say = ({ stderr }: Pick<Io, 'stderr'>, line: string): void => {
  stderr.write(`pagewalk: ${printableLine(line)}\n`);
};

export const complain = (io: Pick<Io, 'stderr'>, { message, exitCode }: Complaint): ExitCode => {
  say(io, message);
  return exitCode;
};
