import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Whether nothing holds an object any more. What a turn of the event loop still holds, another one does not. */
export const isCollected = async (object: WeakRef<object>): Promise<boolean> => {
  for (let turn = 0; turn < 100; turn += 1) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (object.deref() === undefined) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
};
