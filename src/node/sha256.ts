import { createHash } from 'node:crypto';

/** SHA-256 of a text. Names of files and bookmarks hold it, so it stays as it is. */
export const sha256 = (text: string, encoding: 'hex' | 'base64url'): string =>
  createHash('sha256').update(text).digest(encoding);
