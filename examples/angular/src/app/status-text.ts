import type { WalkError } from 'pagewalk';
import type { WalkList } from 'pagewalk/angular';

/** A list of any kind: a window has no `edit.insert`. */
export type AnyList = Omit<WalkList<unknown>, 'edit'>;

type Progress = ReturnType<AnyList['progress']>;

const count = new Intl.NumberFormat('en');

/** How many objects there are, of how many where the service says so. */
export const countText = ({ objects, total }: Progress): string =>
  total === undefined
    ? `${count.format(objects)} objects so far.`
    : `${count.format(objects)} of ${count.format(total)} objects.`;

/** Whether a request has failed and is sent again. */
const isRetrying = (list: AnyList): boolean => list.retrying() !== undefined;

/** What a list does, in words; `hint` says how to get more of it. */
export const statusText = (
  list: AnyList,
  hint: string,
  messageFor: (error: WalkError | undefined) => string,
): string => {
  const progress = list.progress();
  const objects = progress.objects === 0 || list.isPrevious() ? '' : ` ${countText(progress)}`;
  switch (list.status()) {
    case 'loading':
      return isRetrying(list) ? `That did not work. Trying again.${objects}` : `Loading.${objects}`;
    case 'idle':
      return progress.pages === 0 ? 'Nothing is loaded.' : `${countText(progress)} ${hint}`;
    case 'paused':
      return `Paused.${objects}`;
    case 'end':
      if (list.error()?._tag === 'RetrievalLimitExceeded') return messageFor(list.error());
      return progress.objects === 0 ? 'No objects.' : `The end: ${count.format(progress.objects)} objects.`;
    case 'reloading':
      return `Looking for changes.${objects}`;
    case 'error':
      return messageFor(list.error());
  }
};

/** How a list looks. A service that returns a limited number of objects has not failed, and neither has one that is asked again. */
export const lookOf = (list: AnyList): string => {
  if (list.error()?._tag === 'RetrievalLimitExceeded') return 'limit';
  return isRetrying(list) ? 'retrying' : list.status();
};

/** How far a list has come, in percent; 0 if that is not known. */
export const percentOf = (list: AnyList): number => {
  const { objects, total = 0 } = list.progress();
  if (list.isPrevious() || objects === 0) return 0;
  if (list.status() === 'end') return 100;
  return total === 0 ? 0 : Math.min(100, (100 * objects) / total);
};
