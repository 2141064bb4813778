import { bin, type Ended, runShell } from './bin';

/** `script` gives a command a terminal of its own; Linux and macOS do not agree how it is called. */
const inTerminal = (command: string): string =>
  process.platform === 'darwin'
    ? `script -q /dev/null bash -c "$COMMAND"`
    : `script -qefc ${JSON.stringify(command)} /dev/null`;

/** Runs a shell command on a terminal; in it `$PAGEWALK` is the bin. What it shows is in `stdout`. */
export const runInTerminal = (command: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> => {
  const COMMAND = command.replaceAll('$PAGEWALK', `${process.execPath} ${bin()}`);
  return runShell(inTerminal(COMMAND), { ...env, COMMAND });
};
