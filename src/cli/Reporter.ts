import type { Io } from './Io';
import { printable } from './printable';

/** What a command says to people, on standard error. */
export interface Reporter {
  /** Says one line. */
  readonly say: (line: string) => void;
}

/** Says every line as the command's own. */
export const reporter = ({ stderr }: Pick<Io, 'stderr'>): Reporter => ({
  say: (line) => {
    stderr.write(`pagewalk: ${printable(line)}\n`);
  },
});
