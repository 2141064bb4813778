/**
 * An exact reader of JSON that shares nothing with the library's: it descends by recursion, one character at a time, and
 * gives an integer that is not safe as a bigint.
 */
export const readExactly = (text: string): unknown => {
  let at = 0;

  const space = (): void => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1;
  };

  const string = (): string => {
    const start = at;
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  };

  const number = (): number | bigint => {
    const start = at;
    while ('+-.eE0123456789'.includes(text[at] ?? 'x')) at += 1;
    const written = text.slice(start, at);
    const isInteger = !/[.eE]/.test(written);
    return isInteger && BigInt(written) !== BigInt(Math.trunc(Number(written)))
      ? BigInt(written)
      : large(written);
  };

  /** 2^53 and its like are doubles, and yet not safe. */
  const large = (written: string): number | bigint =>
    /^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written))
      ? BigInt(written)
      : Number(written);

  const items = (): Array<unknown> => {
    const found: Array<unknown> = [];
    at += 1;
    space();
    while (text[at] !== ']') {
      if (text[at] === ',') at += 1;
      found.push(value());
      space();
    }
    at += 1;
    return found;
  };

  const fields = (): object => {
    const found = {};
    at += 1;
    space();
    while (text[at] !== '}') {
      if (text[at] === ',') at += 1;
      space();
      const name = string();
      space();
      at += 1;
      Object.defineProperty(found, name, {
        value: value(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      space();
    }
    at += 1;
    return found;
  };

  const word = (said: string, meant: unknown): unknown => {
    at += said.length;
    return meant;
  };

  const value = (): unknown => {
    space();
    switch (text[at]) {
      case '{':
        return fields();
      case '[':
        return items();
      case '"':
        return string();
      case 't':
        return word('true', true);
      case 'f':
        return word('false', false);
      case 'n':
        return word('null', null);
      default:
        return number();
    }
  };

  return value();
};
