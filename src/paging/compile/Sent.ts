import type { Slot } from '../../model/paging/draft';

/** What a cursor puts into a request, and where. */
export type Sent = ReadonlyArray<readonly [slot: Omit<Slot, '~slot'>, value: unknown]>;
