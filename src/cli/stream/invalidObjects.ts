import { describe, type InvalidObject } from '../../index';
import { counted } from '../terminal/text';

/** How many are told one by one. */
const told = 10;

/** Tells about objects that could not be read, without flooding the terminal when none of a million can. */
export const invalidObjects = (say: (line: string) => void) => {
  let noted = 0;
  return {
    note: (object: InvalidObject): void => {
      noted += 1;
      if (noted <= told) say(describe(object));
      if (noted === told) say('further invalid objects are counted only');
    },
    /** How many there were in the end, those of earlier runs included. */
    total: (count: number): ReadonlyArray<string> =>
      count === 0 ? [] : [`${counted(count, 'object')} ${count === 1 ? 'was' : 'were'} invalid and left out`],
  };
};
