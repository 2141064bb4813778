/** What a terminal obeys, or does not show; line ends are left out. */
export const odd = /[^\P{Cc}\r\n]|[\p{Cf}\p{Zl}\p{Zp}]|\r(?!\n)/u;
