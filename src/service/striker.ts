import type { When } from './Fault';
import type { Random } from './random';

/** Asked at each request, page or object that a fault applies to: does it strike this one? */
export const striker = (when: When, random: Random): (() => boolean) => {
  let count = 0;
  return () => {
    count += 1;
    if ('every' in when) return count % when.every === 0;
    if ('at' in when) return count === when.at;
    return random() < when.probability;
  };
};
