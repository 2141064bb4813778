import { messageFor, type WalkState } from 'pagewalk/angular';

const count = new Intl.NumberFormat('en');

/** What a list does, in words; `hint` says how one gets more of it. */
export const statusText = (walk: WalkState<unknown>, hint: string, isRetrying: boolean): string => {
  const objects = `${count.format(walk.progress().objects)} objects`;
  switch (walk.status()) {
    case 'loading':
      return isRetrying ? `That did not work. Trying again. ${objects} so far.` : `Loading. ${objects} so far.`;
    case 'idle':
      return `${objects} so far. ${hint}`;
    case 'paused':
      return `Paused. ${objects} so far.`;
    case 'end':
      return `The end: ${objects}.`;
    case 'cancelled':
      return `Cancelled. ${objects} so far.`;
    case 'error':
      return messageFor(walk.error());
  }
};
