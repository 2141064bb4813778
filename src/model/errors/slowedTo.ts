import { carrying } from '../carrying';

/** A response carries this where a `polite` starts far fewer requests than before because of refusals, or as many as before again. */
export const slowedTo = carrying<{ readonly perMinute: number }>('slowed');
