/**
 * A text's digest: 64 bits, as two numbers that are multiplied for every character (FNV-1a, with two primes). No two
 * texts that differ in one character have the same. It finds damage and mistakes; it does not keep attackers out.
 */
export const digest = (text: string): string =>
  [0x01000193, 0x85ebca6b]
    .map((prime) => {
      let hash = 0x811c9dc5;
      for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), prime);
      return (hash >>> 0).toString(36);
    })
    .join('-');
