import type { Source } from '../../model/paging/sources';
import { isWellFormed } from '../../model/text';
import { addressSlot, belowBase, isRequestAddress } from '../slots/address';
import { breaks, goesOn, lastPage, type PageNaming } from './Rule';
import { isAbsent, wrong } from './signals';

/** A link names a page by its address below the base. */
export const byAddress = (from: Source, anyOrigin: boolean): PageNaming<string> => ({
  isCursor: (address) => isRequestAddress(String(address)),
  sent: (address) => [[addressSlot, address]],
  find: (answer) => {
    const target = from.read(answer);
    if (isAbsent(target))
      return lastPage({ isUnnamed: true, ...(target === undefined && { unseen: [from.label] }) });
    if (typeof target !== 'string') return wrong(from, 'a string', target);
    if (!isWellFormed(target)) return breaks('UnsendableToken');
    const address = belowBase(target, answer, anyOrigin);
    return address === undefined ? breaks('ForeignLink') : goesOn(address);
  },
});
