import * as E from 'fp-ts/Either';
import type { WalkState, WalkStateOptions } from '../WalkState';

/** What a template tells rows apart by. A bad object has no key, and is itself at every turn. */
export const trackBy = <T>(key: WalkStateOptions<T>['key']): Pick<WalkState<T>, 'track' | 'trackRow'> => ({
  track: (index, object) => (key === undefined ? index : key(object)),
  trackRow: (index, row) => (key === undefined ? index : E.isRight(row) ? key(row.right) : row.left),
});
