/** Words in the names of what says where a walk is, of a parameter as of a field of a response. */
export const tokenNames = 'token|cursor|continu(?:e|ation)|bookmark|scroll|marker';
