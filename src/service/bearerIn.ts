/** The token in an Authorization header of the bearer scheme, which may be written in several ways. */
export const bearerIn = (header: string): string | undefined => /^bearer +(\S+) *$/i.exec(header)?.[1];
