import { pause } from '../../support/collect';
import { collectGarbage } from '../../support/cost/heap';

/** Whether nothing holds an object any more. What a turn of the event loop still holds, another one does not. */
export const isCollected = async (object: WeakRef<object>): Promise<boolean> => {
  for (let turn = 0; turn < 100; turn += 1) {
    collectGarbage();
    await pause(5);
    if (object.deref() === undefined) return true;
    await pause(5);
  }
  return false;
};
