import { warnOfUnaskedValve } from '../../src/walk/valve/unaskedValve';

// Many specs have a valve that no walk was given. The notice comes once in a process: here it is spent.
const { warn } = console;
console.warn = (): void => undefined;
warnOfUnaskedValve('');
console.warn = warn;
