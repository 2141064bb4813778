import { bin, type Ended, runShell, startShell } from './bin';

/** `script` gives a command a terminal of its own; Linux and macOS do not agree how it is called. */
const inTerminal = (command: string): string =>
  process.platform === 'darwin'
    ? `script -q /dev/null bash -c "$COMMAND"`
    : `script -qefc ${JSON.stringify(command)} /dev/null`;

const commandOf = (command: string): string =>
  command.replaceAll('$PAGEWALK', `${process.execPath} ${bin()}`);

/** Runs a shell command on a terminal; in it `$PAGEWALK` is the bin. What it shows is in `stdout`. */
export const runInTerminal = (
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> => {
  const COMMAND = commandOf(command);
  return runShell(inTerminal(COMMAND), { ...env, COMMAND });
};

/** The same, with somebody who types an answer once a question is shown. */
export const typeInTerminal = async (
  command: string,
  question: string,
  keys: string,
): Promise<Ended> => {
  const COMMAND = commandOf(command);
  const { child, stdout, stderr, ended } = startShell(inTerminal(COMMAND), { COMMAND }, 'pipe');
  let isTyped = false;
  child.stdout?.on('data', () => {
    if (isTyped || !stdout().includes(question)) return;
    isTyped = true;
    child.stdin?.write(keys);
  });
  const { code } = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
};
