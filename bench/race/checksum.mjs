/** A checksum of no ids. */
export const noIds = 0x811c9dc5 | 0;

/** The checksum with one more id; it depends on their order (FNV-1a, over whole numbers). */
export const mixIn = (checksum, id) => Math.imul(checksum ^ id, 0x01000193);
