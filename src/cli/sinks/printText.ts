import { complain, failure, reasonOf } from '../terminal/Complaint';
import { done, type ExitCode, type Io } from '../terminal/Io';

/** Whether a stream takes no more because what reads it has ended (`| head -1`). */
export const isReaderGone = (error: Error): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE' || code === 'ECONNRESET';
};

/** Prints a text, or says why it could not. A reader that stops reading is not a failure. */
export const printText = async (
  what: string,
  text: string,
  io: Pick<Io, 'stdout' | 'stderr'>,
  outlet = io.stdout,
): Promise<ExitCode> => {
  const error = await new Promise<Error | null | undefined>((resolve) => {
    outlet.once('error', resolve);
    outlet.write(text, resolve);
  });
  return error && !isReaderGone(error)
    ? complain(io, failure(`cannot write ${what}: ${reasonOf(error)}`))
    : done;
};
