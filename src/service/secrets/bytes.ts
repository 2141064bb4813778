const encoder = new TextEncoder();

/** A text as UTF-8. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** Bytes that nobody can guess. */
export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/** Whether bytes of one length are the same, in a time that does not depend on where they differ. */
export const areSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;

/** Bytes as text that a URL carries as it is. */
export const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The bytes of such a text; undefined for a text that `toBase64url` does not write. */
export const fromBase64url = (text: string): Uint8Array | undefined => {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    // Decoding forgives stray bits at the end.
    return toBase64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
};
