import { carrying } from '../carrying';

/** A refused response for which a `polite` holds its queue carries this. Its request is sent again, and it is not an attempt. */
export interface Hold {
  /** How long the queue was held because of a page: before this response, and with it. Undefined: too long, the walk ends. */
  readonly addTo: (heldBefore: number) => number | undefined;
}

export const heldRefusal = carrying<Hold>('hold');
