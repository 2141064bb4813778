import { messageFor, type WalkProgress, type WalkState } from 'pagewalk/angular';

const count = new Intl.NumberFormat('en');

/** How many objects there are, of how many where the service says so. */
const countText = ({ objects, total }: WalkProgress): string =>
  total === undefined
    ? `${count.format(objects)} objects so far.`
    : `${count.format(objects)} of ${count.format(total)} objects.`;

/** What a list does, in words; `hint` says how one gets more of it. */
export const statusText = (walk: WalkState<unknown>, hint: string, isRetrying: boolean): string => {
  const progress = walk.progress();
  const objects = progress.objects === 0 ? '' : ` ${countText(progress)}`;
  switch (walk.status()) {
    case 'loading':
      return isRetrying ? `That did not work. Trying again.${objects}` : `Loading.${objects}`;
    case 'idle':
      return `${countText(progress)} ${hint}`;
    case 'paused':
      return `Paused.${objects}`;
    case 'end':
      return `The end: ${count.format(progress.objects)} objects.`;
    case 'cancelled':
      return `Cancelled.${objects}`;
    case 'error':
      return messageFor(walk.error());
  }
};

/** How a list looks. A service that gives no more than a number of objects is no failure, and one that is tried again not yet. */
export const lookOf = (walk: WalkState<unknown>, isRetrying: boolean): string => {
  if (walk.error()?._tag === 'RetrievalLimitExceeded') return 'limit';
  return walk.isLoading() && isRetrying ? 'retrying' : walk.status();
};

/** How far a list has come, in percent; undefined where nobody knows. */
export const percentOf = (walk: WalkState<unknown>): number | undefined => {
  const { objects, total } = walk.progress();
  if (walk.status() === 'end') return 100;
  return total === undefined || total === 0 ? undefined : Math.min(100, (100 * objects) / total);
};
