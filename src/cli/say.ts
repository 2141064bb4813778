import type { Complaint } from './Complaint';
import type { ExitCode } from './ExitCode';
import type { Io } from './Io';
import { printable } from './printable';

/** Says one line to people, on standard error. */
export const say = ({ stderr }: Pick<Io, 'stderr'>, line: string): void => {
  stderr.write(`pagewalk: ${printable(line)}\n`);
};

/** Says why a command did not begin, and what to exit with. */
export const complain = (io: Pick<Io, 'stderr'>, { message, exitCode }: Complaint): ExitCode => {
  say(io, message);
  return exitCode;
};
