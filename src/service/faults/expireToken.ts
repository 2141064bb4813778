import { remember } from '../store/remember';
import type { Fault } from './Fault';
import type { Misbehaviour } from './Misbehaviour';

/** Page tokens that die sooner than they should: of use, of age, or when their turn has come. */
export const expireToken = (fault: Extract<Fault, { readonly type: 'expire-token' }>): Misbehaviour => {
  if ('ms' in fault) return { refuses: (_, age) => age >= fault.ms };
  if ('at' in fault) {
    let came = 0;
    return { refuses: () => (came += 1) === fault.at };
  }
  const uses = new Map<string, number>();
  return {
    refuses: (pageToken) => {
      const before = uses.get(pageToken) ?? 0;
      remember(uses, pageToken, before + 1);
      return before >= fault.uses;
    },
  };
};
