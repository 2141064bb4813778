import { createHash } from 'node:crypto';

/** The token in an Authorization header of the bearer scheme, which may be written in several ways. */
export const bearerIn = (header: string): string | undefined => /^bearer +(\S+) *$/i.exec(header)?.[1];

/** Tells credentials apart without keeping them: whoever can read the memory finds none there. */
export const credentialKey = (header: string): string =>
  createHash('sha256')
    .update(bearerIn(header) ?? header)
    .digest('base64');
