import * as O from 'fp-ts/Option';
import { type Random, seededRandom } from '../store/random';
import type { Fault, When } from './Fault';
import type { Misbehaviour, Mishap, OutgoingPage } from './Misbehaviour';
import { misbehaviours } from './misbehaviours';

/** All faults of a service as one: what they do together at each point where faults can step in. */
export interface FaultPlan {
  onRequest(): Mishap;
  refuses(pageToken: string, age: number): boolean;
  onPage(page: OutgoingPage): OutgoingPage;
  readonly skipsAuthentication: boolean;
  readonly ignoresMaximum: boolean;
}

const noMishap: Mishap = { wait: 0, instead: O.none, reset: 'never', trickle: 0, isTruncated: false };

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

const atWork = (fault: Fault, seed: number): Misbehaviour => {
  const random = seededRandom(seed);
  const isTimed = 'every' in fault || 'at' in fault || 'probability' in fault;
  const strikes = isTimed ? striker(fault, random) : () => true;
  return misbehaviours[fault.type](fault as never, { strikes, random });
};

/**
 * Puts faults to work. Each counts for itself, and each has its own random numbers, so that the same requests meet
 * the same faults, whatever other faults there are. Where two answer a request, the first in the list does.
 */
export const faultPlan = (faults: ReadonlyArray<Fault>, seed: number): FaultPlan => {
  const working = faults.map((fault, index) => atWork(fault, seed + index));
  return {
    onRequest: () => {
      // Every fault is asked, so that each counts every request.
      const mishaps = working.map((misbehaviour) => misbehaviour.onRequest?.());
      return mishaps.reduceRight<Mishap>((all, mishap) => (mishap ? { ...all, ...mishap } : all), noMishap);
    },
    // Every fault is asked, so that each counts every token.
    refuses: (pageToken, age) =>
      working.filter((misbehaviour) => misbehaviour.refuses?.(pageToken, age) === true).length > 0,
    onPage: (page) => working.reduce((changed, { onPage }) => onPage?.(changed) ?? changed, page),
    skipsAuthentication: working.some(({ skipsAuthentication }) => skipsAuthentication),
    ignoresMaximum: working.some(({ ignoresMaximum }) => ignoresMaximum),
  };
};
