import { messageFor, type WalkState } from 'pagewalk/angular';

/** What a list does, in words. */
export const statusText = (list: WalkState<unknown>): string => {
  const { objects } = list.progress();
  switch (list.status()) {
    case 'loading':
      return objects === 0 ? 'Loading…' : `Loading more than ${objects} employees…`;
    case 'error':
      return messageFor(list.error());
    case 'end':
      return `All ${objects} employees`;
    default:
      return objects === 0 ? 'Waiting for the browser.' : `${objects} employees so far`;
  }
};
