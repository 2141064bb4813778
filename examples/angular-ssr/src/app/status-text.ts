import type { WalkError } from 'pagewalk';
import type { WalkList } from 'pagewalk/angular';

const count = new Intl.NumberFormat('en');

/** What a list does, in words. */
export const statusText = (
  list: WalkList<unknown>,
  messageFor: (error: WalkError | undefined) => string,
): string => {
  const { objects, total } = list.progress();
  const employees =
    total === undefined
      ? `${count.format(objects)} employees so far`
      : `${count.format(objects)} of ${count.format(total)} employees`;
  switch (list.status()) {
    case 'loading':
      return objects === 0 ? 'Loading…' : `Loading… ${employees}`;
    case 'error':
      return messageFor(list.error());
    case 'end':
      return `All ${count.format(objects)} employees`;
    default:
      return objects === 0 ? 'Waiting for the browser.' : employees;
  }
};
