/** One line that a terminal shows as it is: names of files and what users typed may hold anything. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
