import { type Option, none, some, toUndefined, tryCatch } from 'fp-ts/Option';
import type { Draft, Slot } from '../../model/paging/draft';
import { namedOr } from '../slots/at';
import { valueText } from '../slots/query';
import type { Refuse } from './Rule';
import type { Sent } from './Sent';
import { isAbsent } from './signals';

export const scratch = (): Draft => ({
  method: 'POST',
  path: '',
  query: new Map(),
  body: new Map(),
  headers: {},
});

/** Refuses what is not a slot, such as a source. */
export const checkSlots = (scheme: string, slots: ReadonlyArray<unknown>): void => {
  if (
    slots.length === 0 ||
    !slots.every((slot) => typeof (Object(slot) as Partial<Slot>).write === 'function')
  )
    throw new TypeError(
      `${scheme}: to must be a slot, such as query('${namedOr(slots[0], 'cursor')}')`,
    );
};

export const put = (draft: Draft, sent: Sent): true => {
  for (const [slot, value] of sent) {
    if (slot.part === 'body' && draft.method === 'GET') {
      throw new TypeError(`a GET has no body for ${slot.label}; use POST, or the query string`);
    }
    slot.write(draft, value);
  }
  return true;
};

/** Whether a request has something else at a slot than a value would be there. */
const isOther = (draft: Draft, [slot, value]: Sent[number]): boolean => {
  const there = slot.valueIn(draft);
  const other = scratch();
  slot.write(other, value);
  return !isAbsent(there) && valueText(there) !== valueText(slot.valueIn(other));
};

/** Request 1 carries this cursor. One that differs from what is there is refused; what the token of `delta` says goes before it. */
export const startingWith =
  <C>(first: C | undefined, sent: (cursor: C) => Sent) =>
  (draft: Draft, refuse: Refuse): Option<C> => {
    if (first === undefined) return none;
    // What a function of the user's throws comes again with the request.
    const wanted = toUndefined(tryCatch(() => sent(first))) ?? [];
    if (draft.delta && wanted.some(([slot]) => !isAbsent(slot.valueIn(draft)))) return none;
    for (const each of wanted)
      if (isOther(draft, each)) refuse(each[0].label, 'differs from first: give one of them');
    return some(first);
  };
