import { mixIn, noIds } from './checksum.mjs';
import { idsOf } from '../server/pages.mjs';

/** What a consumer must have counted after a course: all of it, in order. */
export const expectedTally = (course, checks) => {
  const { invalidEvery = 0 } = course;
  const isInvalid = (id) => checks && invalidEvery > 0 && id % invalidEvery === invalidEvery - 1;
  let taken = 0;
  let refused = 0;
  let checksum = noIds;
  for (const id of idsOf(course)) {
    if (isInvalid(id)) refused += 1;
    else taken += 1;
    checksum = mixIn(checksum, id);
  }
  return { taken, refused, checksum };
};
