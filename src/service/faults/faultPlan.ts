import { type Random, seededRandom } from '../store/random';
import type { Fault, When } from './Fault';
import { faultKinds } from './faultKinds';
import type { Misbehaviour, Mishap } from './Misbehaviour';

/** Asked at each request, page or object that a fault applies to: does it strike this one? */
const striker = (when: When, random: Random): (() => boolean) => {
  let count = 0;
  return () => {
    count += 1;
    if ('every' in when) return count % when.every === 0;
    if ('at' in when) return count === when.at;
    return random() < when.probability;
  };
};

const atWork = (fault: Fault, seed: number): Partial<Misbehaviour> => {
  const random = seededRandom(seed);
  const isTimed = 'every' in fault || 'at' in fault || 'probability' in fault;
  const strikes = isTimed ? striker(fault, random) : () => true;
  return faultKinds[fault.type].make(fault as never, { strikes, random });
};

/**
 * Puts faults to work. Each counts for itself, and each has its own random numbers, so that the same requests meet
 * the same faults, whatever other faults there are. Where two respond to a request, the first in the list does.
 */
export const faultPlan = (faults: ReadonlyArray<Fault>, seed: number): Misbehaviour => {
  const working = faults.map((fault, index) => atWork(fault, seed + index));
  // Every fault is asked, so that each counts every request and every token.
  return {
    onRequest: () => working.reduceRight<Mishap>((all, one) => ({ ...all, ...one.onRequest?.() }), {}),
    refuses: (pageToken, age) => working.filter((one) => one.refuses?.(pageToken, age)).length > 0,
    onPage: (page) => working.reduce((changed, one) => one.onPage?.(changed) ?? changed, page),
    skipsAuthentication: working.some((one) => one.skipsAuthentication),
    ignoresMaximum: working.some((one) => one.ignoresMaximum),
  };
};
