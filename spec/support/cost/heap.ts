import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

export const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes of all that is alive. */
export const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};
