import type { WalkError } from 'pagewalk';
import type { WalkList } from 'pagewalk/angular';

const count = new Intl.NumberFormat('en');

/** A list of any kind: a window has no `edit.insert`. */
export type AnyList = Omit<WalkList<unknown>, 'edit'>;

/** What a list does, in words. */
export const statusText = (
  list: AnyList,
  what: string,
  isSignedIn: boolean,
  messageFor: (error: WalkError | undefined) => string,
): string => {
  const { objects, total } = list.progress();
  const rows =
    total === undefined
      ? `${count.format(objects)} ${what} so far`
      : `${total === objects ? '' : `${count.format(objects)} of `}${count.format(total)} ${what}`;
  if (!isSignedIn) return 'Sign in to see this list.';
  switch (list.status()) {
    case 'loading':
      return objects === 0 ? 'Loading…' : `Loading… ${rows}`;
    case 'error':
      return messageFor(list.error());
    case 'end':
      return `All ${count.format(objects)} ${what}`;
    default:
      return objects === 0 ? 'Waiting for the browser.' : rows;
  }
};
