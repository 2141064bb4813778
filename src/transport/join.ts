/**
 * A base address and a path as one. Whatever the path looks like, it never takes the place of the base, as it would where a
 * URL parser resolves it.
 */
export const join = (base: string, path: string): string => `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
