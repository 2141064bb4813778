/** What a user is told when the disk refuses: what, where, why, and what to do. */
export const diskFailure = (directory: string, cause: unknown): Error => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = 'name a directory that exists, can be written to and has room';
  return new Error(`spool: cannot keep values in a temporary file in ${directory} (${reason}); ${advice}`, { cause });
};
