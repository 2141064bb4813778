import type { Fault } from './Fault';
import type { Misbehaviour } from './Misbehaviour';
import { remember } from './remember';

/** Page tokens that die sooner than they should: of use, or of age. */
export const expireToken = (fault: Extract<Fault, { readonly type: 'expire-token' }>): Misbehaviour => {
  if ('ms' in fault) return { refuses: (_, age) => age >= fault.ms };
  const uses = new Map<string, number>();
  return {
    refuses: (pageToken) => {
      const before = uses.get(pageToken) ?? 0;
      remember(uses, pageToken, before + 1);
      return before >= fault.uses;
    },
  };
};
