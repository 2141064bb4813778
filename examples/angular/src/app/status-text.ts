import { describe } from 'pagewalk';
import type { WalkState } from 'pagewalk/angular';

const count = new Intl.NumberFormat('en');

/** What a list does, in words; `hint` says how one gets more of it. */
export const statusText = (walk: WalkState<unknown>, hint: string): string => {
  const objects = `${count.format(walk.progress().objects)} objects`;
  switch (walk.status()) {
    case 'loading':
      return `Loading. ${objects} so far.`;
    case 'idle':
      return `${objects} so far. ${hint}`;
    case 'end':
      return `The end: ${objects}.`;
    case 'cancelled':
      return `Cancelled. ${objects} so far.`;
    case 'error': {
      const error = walk.error();
      return `Stopped. ${error === undefined ? 'Something unexpected happened.' : describe(error)}`;
    }
  }
};
