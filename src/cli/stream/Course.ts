import type { Place } from '../../index';

/** How far the walk that is under way has come. It changes with every page. */
export interface Course {
  /** Where it is to go on; undefined before any page has come. */
  place: Place | undefined;
  /** Invalid objects in the pages of this round. */
  invalid: number;
  /** Objects in those pages that were left out because another one has their key. */
  omitted: number;
}

export const courseFrom = (place?: Place): Course => ({ place, invalid: 0, omitted: 0 });

/** Whether the walk has begun again: what was written comes a second time. */
export const isRestarted = ({ place }: Readonly<Course>): boolean => place !== undefined && place.round > 1;
